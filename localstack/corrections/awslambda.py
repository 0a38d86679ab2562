"""Lambda."""

import json

from moto.awslambda import models as functions
from moto.awslambda.exceptions import LambdaClientError
from moto.awslambda.policy import Policy

from .applying import around, correction

# What moto drops of a change, and where it keeps it.
DROPPED = {"TracingConfig": "tracing_config", "KMSKeyArn": "kms_key_arn"}


class ResourceConflict(LambdaClientError):
    """Something of that name is there."""

    code = 409

    def __init__(self, message):
        super().__init__("ResourceConflictException", message)


@correction
def lambda_120_statements_have_ids_of_their_own():
    """A second statement of an id is refused, and an account is told as its root user.

    https://docs.aws.amazon.com/lambda/latest/api/API_AddPermission.html
    """
    @around(Policy, "add_statement")
    def add_statement(original, self, raw, qualifier=None):
        sid = json.loads(raw)["StatementId"]
        if any(held["Sid"] == sid and held["Resource"].endswith(f":{qualifier}" if qualifier else self.parent.function_name)
               for held in self.statements):
            raise ResourceConflict(f"The statement id ({sid}) provided already exists. Please provide a new statement id, or "
                                   "remove the existing statement.")
        return original(self, raw, qualifier)

    @around(Policy, "principal_formatter")
    def principal(original, self, told):
        if isinstance(told, str) and told.isdigit():
            return {"AWS": f"arn:aws:iam::{told}:root"}
        return {"AWS": told} if isinstance(told, str) and told.startswith("arn:") else original(self, told)


@correction
def lambda_121_all_settings_change():
    """Changes keep every setting, and answers tell it.

    https://docs.aws.amazon.com/lambda/latest/api/API_UpdateFunctionConfiguration.html
    https://docs.aws.amazon.com/lambda/latest/api/API_UpdateFunctionCode.html
    https://docs.aws.amazon.com/lambda/latest/api/API_PutFunctionConcurrency.html
    """
    function = functions.LambdaFunction

    @around(function, "__init__")
    def init(original, self, account_id, spec, *args, **kwargs):
        self.dead_letters = spec.get("DeadLetterConfig")
        original(self, account_id, spec, *args, **kwargs)

    @around(function, "update_configuration")
    def update(original, self, changes):
        for key, field in DROPPED.items():
            if key in changes:
                setattr(self, field, changes[key])
        if "DeadLetterConfig" in changes:
            self.dead_letters = changes["DeadLetterConfig"]
        if "EphemeralStorage" in changes:
            self.ephemeral_storage = changes["EphemeralStorage"]["Size"]
        return original(self, changes)

    @around(function, "update_function_code")
    def update_code(original, self, changes):
        if "Architectures" in changes:
            self.architectures = changes["Architectures"]
        return original(self, changes)

    @around(function, "get_configuration")
    def told(original, self, *args, **kwargs):
        config = original(self, *args, **kwargs)
        if (self.dead_letters or {}).get("TargetArn"):
            config["DeadLetterConfig"] = self.dead_letters
        return config

    @around(function, "get_code")
    def whole(original, self):
        answer = original(self)
        if self.reserved_concurrency is not None:
            answer["Concurrency"] = {"ReservedConcurrentExecutions": self.reserved_concurrency}
        return answer


@correction
def lambda_122_nothing_is_invoked():
    """A function succeeds with an empty answer: nothing runs here.

    https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html
    """
    functions.LambdaFunction._invoke_lambda = lambda self, event=None: ("null", False, "")


@correction
def lambda_124_second_ones_are_refused():
    """A second alias of a name, and a second mapping of a source to a function, are refused with the code that Lambda uses.

    https://docs.aws.amazon.com/lambda/latest/api/API_CreateAlias.html
    https://docs.aws.amazon.com/lambda/latest/api/API_CreateEventSourceMapping.html
    """
    @around(functions.LambdaBackend, "create_alias")
    def create_alias(original, self, name, function_name, *args, **kwargs):
        if any(alias.name == name for alias in self.list_aliases(function_name)):
            raise ResourceConflict(f"Alias already exists: {self.get_alias(name, function_name).arn}")
        return original(self, name, function_name, *args, **kwargs)

    @around(functions.LambdaBackend, "create_event_source_mapping")
    def create_mapping(original, self, spec):
        for held in self.list_event_source_mappings(spec.get("EventSourceArn"), spec.get("FunctionName")):
            raise ResourceConflict(f"An event source mapping with event source {held.event_source_arn} and function "
                                   f"{held.function_name} already exists. Please update or delete the existing mapping with "
                                   f"UUID {held.uuid}")
        return original(self, spec)
