"""Functions, mappings and tables that take their time: pending and in progress. Put into moto once, as the rest of busy.py."""

from corrections.applying import around
from moto.awslambda import models as functions
from moto.dynamodb import models as tables
from moto.dynamodb.models.table import Table

from . import settings
from .lifetimes import later
from .wording import Refusal

FUNCTION_CREATION = 5
FUNCTION_IN_VPC = 60
FUNCTION_CHANGE = 4
MAPPING_CHANGE = 10
TABLE_CREATION = 12
TABLE_CHANGE = 8
INDEX_CREATION = 20
TABLE_DELETION = 10


def apply_all():
    """Puts all of this into moto."""
    functions_settle()
    mappings_settle()
    tables_settle()


def on():
    """True while things are busy at all."""
    return settings.CURRENT.holds


def functions_settle():
    """A function is Pending, its changes are InProgress, and meanwhile it takes no other.

    https://docs.aws.amazon.com/lambda/latest/dg/functions-states.html
    """
    function = functions.LambdaFunction

    @around(functions.LambdaBackend, "create_function")
    def create(original, self, spec):
        made = original(self, spec)
        if on():
            latest = self.get_function(made.function_name)
            latest.state = made.state = "Pending"
            in_vpc = (latest.vpc_config or {}).get("SubnetIds")
            later(FUNCTION_IN_VPC if in_vpc else FUNCTION_CREATION, lambda: setattr(latest, "state", "Active"))
        return made

    def refuse_busy(self):
        if on() and (self.state == "Pending" or getattr(self, "changing", 0)):
            raise Refusal("ResourceConflictException", "The operation cannot be performed at this time. An update is in "
                                                       f"progress for resource: {self.function_arn}", 409)

    def settled(function):
        function.changing -= 1

    def begin(function):
        if on():
            function.changing = getattr(function, "changing", 0) + 1
            later(FUNCTION_CHANGE, lambda: settled(function))

    @around(function, "update_configuration")
    def configure(original, self, body):
        refuse_busy(self)
        answer = original(self, body)
        begin(self)
        return answer

    @around(functions.LambdaBackend, "update_function_code")
    def update_code(original, self, function_name, qualifier, body):
        # moto changes the code twice in one call.
        refuse_busy(self.get_function(function_name, qualifier))
        answer = original(self, function_name, qualifier, body)
        begin(self.get_function(function_name, qualifier))
        return answer

    @around(function, "get_configuration")
    def told(original, self, *args, **kwargs):
        config = original(self, *args, **kwargs)
        if getattr(self, "changing", 0):
            config["LastUpdateStatus"] = "InProgress"
        return config


def mappings_settle():
    """A mapping is Creating, Updating and Deleting, and only one that is neither can be changed.

    https://docs.aws.amazon.com/lambda/latest/api/API_EventSourceMappingConfiguration.html (State)
    """
    backend = functions.LambdaBackend

    def need_settled(mapping):
        if on() and getattr(mapping, "doing", None):
            raise Refusal("ResourceInUseException", "Cannot update the event source mapping because it is in use.")

    def begin(mapping, word):
        mapping.doing = word if on() else None
        later(MAPPING_CHANGE, lambda: setattr(mapping, "doing", None))

    @around(backend, "create_event_source_mapping")
    def create(original, self, spec):
        made = original(self, spec)
        begin(made, "Creating")
        return made

    @around(backend, "update_event_source_mapping")
    def update(original, self, uuid, spec):
        need_settled(self.get_event_source_mapping(uuid))
        changed = original(self, uuid, spec)
        if changed is not None:
            begin(changed, "Updating")
        return changed

    @around(backend, "delete_event_source_mapping")
    def delete(original, self, uuid):
        mapping = self.get_event_source_mapping(uuid)
        if mapping is None or not on():
            return original(self, uuid)
        need_settled(mapping)
        mapping.doing = "Deleting"
        later(MAPPING_CHANGE, lambda: original(self, uuid))
        return mapping

    @around(functions.EventSourceMapping, "get_configuration")
    def told(original, self):
        config = original(self)
        if getattr(self, "doing", None):
            config["State"] = self.doing
        return config


def tables_settle():
    """A table is CREATING, UPDATING and DELETING, a new index CREATING, and only an active table can be changed.

    https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TableDescription.html (TableStatus)
    https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTable.html
    """
    backend = tables.DynamoDBBackend

    def begin(table, word, seconds):
        if on():
            table.doing = word
            later(seconds, lambda: table.doing == word and setattr(table, "doing", None))

    def need_active(self, name):
        table = self.tables.get(name.rpartition("/")[2])
        if on() and getattr(table, "doing", None):
            raise Refusal("ResourceInUseException", f"Attempt to change a resource which is still in use: Table is being "
                                                    f"{table.doing.lower()}: {table.name}")

    @around(backend, "create_table")
    def create(original, self, name, *args, **kwargs):
        made = original(self, name, *args, **kwargs)
        begin(made, "CREATING", TABLE_CREATION)
        return made

    @around(backend, "update_table")
    def update(original, self, name, *args, **kwargs):
        need_active(self, name)
        there = self.get_table(name).global_indexes
        new_or_old = [one for one in kwargs.get("global_index") or [] if "Create" in one or "Delete" in one]
        if on() and new_or_old and any(index.status != "ACTIVE" for index in there):
            raise Refusal("LimitExceededException", "Subscriber limit exceeded: Only 1 online index can be created or deleted "
                                                    "simultaneously per table")
        before = {index.name for index in there}
        changed = original(self, name, *args, **kwargs)
        begin(changed, "UPDATING", TABLE_CHANGE)
        for index in changed.global_indexes:
            if on() and index.name not in before:
                index.status = "CREATING"
                later(INDEX_CREATION, lambda index=index: setattr(index, "status", "ACTIVE"))
        return changed

    @around(backend, "delete_table")
    def delete(original, self, name):
        table = self.tables.get(name)
        if table is None or not on() or table.deletion_protection_enabled:
            return original(self, name)
        need_active(self, name)
        table.doing = "DELETING"
        later(TABLE_DELETION, lambda: self.tables.get(name) is table and original(self, name))
        return table

    def only_active(original, self, name, *args, **kwargs):
        need_active(self, name)
        return original(self, name, *args, **kwargs)

    for call in ("update_time_to_live", "update_continuous_backups", "tag_resource", "untag_resource"):
        around(backend, call)(only_active)

    @around(Table, "describe")
    def described(original, self, *args, **kwargs):
        told = original(self, *args, **kwargs)
        if getattr(self, "doing", None):
            next(iter(told.values()))["TableStatus"] = self.doing
        return told
