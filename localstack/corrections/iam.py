"""IAM."""

from moto.iam import policy_validation

from .applying import correction


@correction
def iam_14_older_policy_version():
    """Policy documents of version 2008-10-17 are valid, and that is the version of one that names none.
    https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_version.html
    """

    def validate_version(self):
        assert self._policy_json.get("Version", "2008-10-17") in policy_validation.VALID_VERSIONS

    policy_validation.BaseIAMPolicyValidator._validate_version = validate_version
