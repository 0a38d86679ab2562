"""Launch templates."""

from moto.core.responses import ActionResult
from moto.ec2.models import launch_templates as models
from moto.ec2.responses import launch_templates as responses
from moto.ec2.utils import parse_user_data

from .applying import around, correction


@correction
def ec2_98_launch_templates():
    """Tags of a template are its own, as they are now; versions keep their user data, and can be deleted.
    https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateLaunchTemplate.html
    https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DeleteLaunchTemplateVersions.html
    """
    template, answers = models.LaunchTemplate, responses.LaunchTemplates
    template.tags = property(lambda self: self.get_tags(), lambda self, tags: None)

    @around(template, "create_version")
    def create_version(original, self, data, description):
        kept = [one for one in data.get("TagSpecifications", []) if one["ResourceType"] != "launch-template"]
        data = {**data, "TagSpecifications": kept}
        if isinstance(data.get("UserData"), str):
            data["UserData"] = parse_user_data(data["UserData"])
        return original(self, {key: value for key, value in data.items() if value not in (None, [])}, description)

    def living(self):
        return [version for version in self.versions if not getattr(version, "deleted", False)]

    template.latest_version = lambda self: living(self)[-1]

    @around(template, "get_version")
    def get_version(original, self, number):
        if str(number).lower() == "$latest":
            return self.latest_version()
        version = original(self, number)
        if getattr(version, "deleted", False):
            raise models.InvalidLaunchTemplateVersionNotFound(template_id=self.id, version=number)
        return version

    @around(models.LaunchTemplateBackend, "describe_launch_template_versions")
    def describe(original, self, **fields):
        return [pair for pair in original(self, **fields) if not getattr(pair[1], "deleted", False)]

    def delete(self):
        backend = self.ec2_backend
        name, found = self._get_param("LaunchTemplateName"), self._get_param("LaunchTemplateId")
        one = backend.get_launch_template_by_name(name) if name else backend.get_launch_template(found)
        done, failed = [], []
        for number in self._get_param("Versions", []):
            told = {"LaunchTemplateId": one.id, "LaunchTemplateName": one.name, "VersionNumber": int(number)}
            version = next((it for it in living(one) if str(it.number) == str(number)), None)
            if version is None:
                error = {"Code": "launchTemplateVersionDoesNotExist", "Message": "The specified version does not exist."}
                failed.append({**told, "ResponseError": error})
            elif one.is_default(version):
                error = {"Code": "unexpectedError", "Message": "The default version cannot be deleted."}
                failed.append({**told, "ResponseError": error})
            else:
                version.deleted = True
                done.append(told)
        return ActionResult({
            "SuccessfullyDeletedLaunchTemplateVersions": done, "UnsuccessfullyDeletedLaunchTemplateVersions": failed,
        })

    answers.delete_launch_template_versions = delete
