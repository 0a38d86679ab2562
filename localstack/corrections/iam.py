"""IAM."""

from moto.core.responses import ActionResult
from moto.iam import policy_validation
from moto.iam.exceptions import DeleteConflictException, EntityAlreadyExists
from moto.iam.models import IAMBackend
from moto.iam.responses import IamResponse

from .applying import around, correction


@correction
def iam_14_older_policy_version():
    """Policy documents of version 2008-10-17 are valid, and that is the version of one that names none.
    https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_version.html
    """

    def validate_version(self):
        assert self._policy_json.get("Version", "2008-10-17") in policy_validation.VALID_VERSIONS

    policy_validation.BaseIAMPolicyValidator._validate_version = validate_version


def refuse(*reasons):
    """Refuses a deletion for the first of these that something is in the way of."""
    for in_the_way, first in reasons:
        if in_the_way:
            raise DeleteConflictException(f"Cannot delete entity, must {first} first.")


@correction
def iam_71_attached_policies_stay():
    """A managed policy that somebody has is not deleted.
    https://docs.aws.amazon.com/IAM/latest/APIReference/API_DeletePolicy.html
    """

    @around(IAMBackend, "delete_policy")
    def delete_policy(original, self, policy_arn):
        everyone = [*self.users.values(), *self.groups.values(), *self.roles.values()]
        attached = [one for one in everyone if policy_arn in one.managed_policies]
        refuse((attached, "detach the policy from all entities"))
        return original(self, policy_arn)


@correction
def iam_72_users_with_belongings_stay():
    """A user who has a password, keys, certificates, devices or groups is not deleted.
    https://docs.aws.amazon.com/IAM/latest/APIReference/API_DeleteUser.html
    """

    @around(IAMBackend, "delete_user")
    def delete_user(original, self, user_name):
        user = self.get_user(user_name)
        refuse(
            (user.password, "delete login profile"),
            (user.access_keys, "delete access keys"),
            (user.ssh_public_keys, "delete SSH public keys"),
            (user.signing_certificates, "delete signing certificates"),
            (user.mfa_devices, "deactivate MFA devices"),
            (self.get_groups_for_user(user_name), "remove users from group"),
        )
        return original(self, user_name)


@correction
def iam_73_groups_with_members_stay():
    """A group that has users or policies is not deleted.
    https://docs.aws.amazon.com/IAM/latest/APIReference/API_DeleteGroup.html
    """

    @around(IAMBackend, "delete_group")
    def delete_group(original, self, group_name):
        group = self.get_group(group_name)
        refuse(
            (group.users, "remove users from group"),
            (group.managed_policies, "detach all policies"),
            (group.policies, "delete policies"),
        )
        return original(self, group_name)


@correction
def iam_74_service_specific_credentials():
    """ListServiceSpecificCredentials answers: nobody has any, because nothing makes them here.
    https://docs.aws.amazon.com/IAM/latest/APIReference/API_ListServiceSpecificCredentials.html
    """

    def list_service_specific_credentials(self):
        self.backend.get_user(self._get_param("UserName"))
        return ActionResult({"ServiceSpecificCredentials": []})

    IamResponse.list_service_specific_credentials = list_service_specific_credentials


@correction
def iam_75_certificates_and_providers_have_names_of_their_own():
    """A second server certificate, or SAML provider, of a name is refused.
    https://docs.aws.amazon.com/IAM/latest/APIReference/API_UploadServerCertificate.html
    https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateSAMLProvider.html
    """

    @around(IAMBackend, "upload_server_certificate")
    def upload_server_certificate(original, self, cert_name, *args, **kwargs):
        if any(certificate.cert_name == cert_name for certificate in self.certificates.values()):
            raise EntityAlreadyExists(f"The Server Certificate with name {cert_name} already exists.")
        return original(self, cert_name, *args, **kwargs)

    @around(IAMBackend, "create_saml_provider")
    def create_saml_provider(original, self, name, *args, **kwargs):
        if name in self.saml_providers:
            raise EntityAlreadyExists(f"SAMLProvider with name {name} already exists.")
        return original(self, name, *args, **kwargs)


@correction
def iam_77_groups_move():
    """UpdateGroup with a path alone gives the group that path.
    https://docs.aws.amazon.com/IAM/latest/APIReference/API_UpdateGroup.html
    """

    @around(IAMBackend, "update_group")
    def update_group(original, self, group_name, new_group_name, new_path):
        if new_group_name:
            original(self, group_name, new_group_name, new_path)
        else:
            group = self.get_group(group_name)
            group.path = new_path or group.path
