"""Checks the local Cloud Control: each test has a world of its own. Run by ./test with check_strict.py."""

import json
import time
import unittest

from check_strict import World as StrictWorld

STREAM = "AWS::Kinesis::Stream"
TRAIL = {"TrailName": "all", "S3BucketName": "logs", "IsLogging": True}


class World(StrictWorld):
    """A world with the calls that most checks make."""

    def setUp(self):
        super().setUp()
        self.control = self.aws("cloudcontrol")

    def create(self, kind, **more):
        properties = more.pop("properties")
        return self.control.create_resource(TypeName=kind, DesiredState=json.dumps(properties), **more)["ProgressEvent"]

    def update(self, kind, identifier, *operations):
        return self.control.update_resource(TypeName=kind, Identifier=identifier, PatchDocument=json.dumps(operations))["ProgressEvent"]

    def ended(self, event):
        deadline = time.monotonic() + 30
        while event["OperationStatus"] == "IN_PROGRESS" and time.monotonic() < deadline:
            time.sleep(0.05)
            event = self.control.get_resource_request_status(RequestToken=event["RequestToken"])["ProgressEvent"]
        return event

    def made(self, kind, **properties):
        event = self.ended(self.create(kind, properties=properties))
        self.assertEqual(event["OperationStatus"], "SUCCESS", event)
        return event["Identifier"]

    def read(self, kind, identifier):
        described = self.control.get_resource(TypeName=kind, Identifier=identifier)["ResourceDescription"]
        return json.loads(described["Properties"])


class Requests(World):
    """Requests take a while, one at a time for each resource."""

    def test_a_resource_is_there_once_its_request_has_succeeded(self):
        event = self.create(STREAM, properties={"Name": "events", "ShardCount": 1})
        self.assertEqual((event["OperationStatus"], event["Identifier"]), ("IN_PROGRESS", "events"))
        self.refused("ResourceNotFoundException", self.read, kind=STREAM, identifier="events")
        self.refused("ConcurrentOperationException", self.create, kind=STREAM, properties={"Name": "events"})
        self.assertEqual(self.ended(event)["OperationStatus"], "SUCCESS")
        self.assertEqual(self.read(STREAM, "events")["Arn"], "arn:aws:kinesis:us-east-1:123456789012:stream/events")

    def test_a_client_token_makes_one_resource(self):
        first = self.create("AWS::EFS::FileSystem", properties={}, ClientToken="once")
        self.assertNotIn("Identifier", first, "AWS has not chosen one yet")
        again = self.create("AWS::EFS::FileSystem", properties={}, ClientToken="once")
        self.assertEqual(first["RequestToken"], again["RequestToken"])
        self.refused("ClientTokenConflictException", self.create, kind=STREAM, properties={"Name": "a"}, ClientToken="once")
        self.ended(first)
        listed = self.control.list_resources(TypeName="AWS::EFS::FileSystem")["ResourceDescriptions"]
        self.assertEqual(len(listed), 1)
        self.assertEqual(list(json.loads(listed[0]["Properties"])), ["FileSystemId"], "a list tells no more")

    def test_a_request_fails_later_with_a_code(self):
        self.made(STREAM, Name="events")
        event = self.ended(self.create(STREAM, properties={"Name": "events"}))
        self.assertEqual((event["OperationStatus"], event["ErrorCode"]), ("FAILED", "AlreadyExists"))
        gone = self.ended(self.control.delete_resource(TypeName=STREAM, Identifier="other")["ProgressEvent"])
        self.assertEqual((gone["OperationStatus"], gone["ErrorCode"]), ("FAILED", "NotFound"))

    def test_requests_are_listed_by_operation_and_status(self):
        self.create(STREAM, properties={"Name": "events"})
        wanted = {"Operations": ["CREATE"], "OperationStatuses": ["IN_PROGRESS"]}
        listed = self.control.list_resource_requests(ResourceRequestStatusFilter=wanted)["ResourceRequestStatusSummaries"]
        self.assertEqual([event["Identifier"] for event in listed], ["events"])
        self.refused("RequestTokenNotFoundException", self.control.get_resource_request_status, RequestToken="none")

    def test_pages_are_cut(self):
        for number in range(3):
            self.made(STREAM, Name=f"s{number}")
        self.set(page=2)
        first = self.control.list_resources(TypeName=STREAM)
        rest = self.control.list_resources(TypeName=STREAM, NextToken=first["NextToken"])
        self.assertEqual([len(first["ResourceDescriptions"]), len(rest["ResourceDescriptions"])], [2, 1])


class Properties(World):
    """Properties obey the type's schema."""

    def test_a_patch_changes_what_can_change(self):
        self.made("AWS::CloudTrail::Trail", **TRAIL)
        change = {"op": "replace", "path": "/IsLogging", "value": False}, {"op": "add", "path": "/S3KeyPrefix", "value": "a"}
        self.ended(self.update("AWS::CloudTrail::Trail", "all", *change))
        read = self.read("AWS::CloudTrail::Trail", "all")
        self.assertEqual((read["IsLogging"], read["S3KeyPrefix"], read["EnableLogFileValidation"]), (False, "a", False))
        for path in ("/TrailName", "/Arn"):
            document = json.dumps([{"op": "replace", "path": path, "value": "x"}])
            told = self.refused("NotUpdatableException", self.control.update_resource, TypeName="AWS::CloudTrail::Trail",
                                Identifier="all", PatchDocument=document)
            self.assertIn(f"/properties{path}", told)

    def test_write_only_properties_are_not_read(self):
        identifier = self.made("AWS::SecretsManager::Secret", Name="db", SecretString="s3cret")
        self.assertNotIn("SecretString", self.read("AWS::SecretsManager::Secret", identifier))

    def test_a_model_is_checked(self):
        told = self.refused("ValidationException", self.create, kind="AWS::CloudTrail::Trail", properties={"Nmae": 1})
        self.assertIn("extraneous key [Nmae]", told)
        self.assertIn("required key [S3BucketName]", told)
        self.refused("TypeNotFoundException", self.create, kind="AWS::No::Such", properties={})

    def test_parts_are_listed_by_what_they_are_part_of_and_go_with_it(self):
        kind = "AWS::Cognito::IdentityPoolRoleAttachment"
        pool = self.made("AWS::Cognito::IdentityPool", IdentityPoolName="a", AllowUnauthenticatedIdentities=False)
        roles = self.made(kind, IdentityPoolId=pool)
        self.assertEqual(self.ended(self.create(kind, properties={"IdentityPoolId": pool}))["ErrorCode"], "AlreadyExists")
        self.assertEqual(self.ended(self.create(kind, properties={"IdentityPoolId": "b"}))["ErrorCode"], "NotFound")
        self.refused("InvalidRequestException", self.control.list_resources, TypeName=kind)
        told = self.control.list_resources(TypeName=kind, ResourceModel=json.dumps({"IdentityPoolId": pool}))
        self.assertEqual([one["Identifier"] for one in told["ResourceDescriptions"]], [roles])
        self.ended(self.control.delete_resource(TypeName="AWS::Cognito::IdentityPool", Identifier=pool)["ProgressEvent"])
        self.refused("ResourceNotFoundException", self.read, kind=kind, identifier=roles)

    def test_what_is_needed_stays(self):
        self.made("AWS::IoT::Policy", PolicyName="a", PolicyDocument={})
        self.made("AWS::IoT::PolicyPrincipalAttachment", PolicyName="a", Principal="b")
        event = self.ended(self.control.delete_resource(TypeName="AWS::IoT::Policy", Identifier="a")["ProgressEvent"])
        self.assertEqual(event["ErrorCode"], "ResourceConflict")

    def test_a_thing_type_is_deleted_some_time_after_its_deprecation(self):
        kind = "AWS::IoT::ThingType"
        self.made(kind, ThingTypeName="a")

        def delete():
            return self.ended(self.control.delete_resource(TypeName=kind, Identifier="a")["ProgressEvent"])

        self.assertIn("5 minutes", delete()["StatusMessage"])
        self.ended(self.update(kind, "a", {"op": "replace", "path": "/DeprecateThingType", "value": True}))
        deadline = time.monotonic() + 30
        while delete()["OperationStatus"] == "FAILED" and time.monotonic() < deadline:
            time.sleep(0.05)
        self.refused("ResourceNotFoundException", self.read, kind=kind, identifier="a")

    def test_types_are_described(self):
        told = self.aws("cloudformation").describe_type(Type="RESOURCE", TypeName=STREAM)
        self.assertEqual(json.loads(told["Schema"])["primaryIdentifier"], ["/properties/Name"])
        self.refused("TypeNotFoundException", self.aws("cloudformation").describe_type, Type="RESOURCE", TypeName="AWS::No::Such")


if __name__ == "__main__":
    unittest.main()
