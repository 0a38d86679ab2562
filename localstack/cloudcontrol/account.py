"""Resources and requests of an account.

A request is carried out after a while: its event is IN_PROGRESS, then SUCCESS or FAILED with a code. One request at a time
works at a resource. A resource that is being made is not found, one that is being changed or deleted is as before.

https://docs.aws.amazon.com/cloudcontrolapi/latest/userguide/resource-operations-manage-requests.html
"""

import copy
import json
import time
import uuid

from moto.core import DEFAULT_ACCOUNT_ID
from strict.wording import Refusal

from .types import TYPES

#: AWS's seconds between the deprecation of a thing type and the first moment at which it can be deleted.
RETIREMENT = 300
#: AWS's seconds that a request takes.
TAKES = {"CREATE": 60, "UPDATE": 30, "DELETE": 45}


class Account:
    """`later(seconds, action)` does something after so many of AWS's seconds."""

    def __init__(self, later):
        self.later = later
        self.forget()

    def forget(self):
        """The account is empty."""
        #: (region, type, identifier) → properties, write-only ones among them.
        self.resources = {}
        #: Token → event, in the order of the requests.
        self.requests = {}
        #: (region, client token) → parameters and token.
        self.client_tokens = {}
        #: (region, type, identifier) of what a request works at.
        self.busy = set()
        #: What may be deleted because it was retired long enough ago.
        self.retired = set()

    def create_resource(self, region, params):
        """Makes a resource of the desired state."""
        if again := self.before(region, params):
            return again
        type_, model = type_of(params), parsed(params["DesiredState"])
        check(type_, model)
        if given := [name for name in type_.read_only if name in model]:
            invalid(f"Encountered unsupported read-only properties in the desired state: [{', '.join(given)}]")
        known = all(name in model for name in type_.primary)
        model = filled(type_, model, region)
        identifier = "|".join(str(model[name]) for name in type_.primary)
        key = (region, type_.name, identifier)

        def make():
            if key in self.resources:
                return "AlreadyExists", f"Resource of type '{type_.name}' with identifier '{identifier}' already exists."
            for other in self.needed(type_, key, model):
                if other not in self.resources:
                    return "NotFound", missing(other)
            twins = [own for own, _ in self.of(key) if type_.alone and self.wholes(own, self.resources[own]) == self.wholes(key, model)]
            if twins:
                return "AlreadyExists", f"Resource of type '{type_.name}' with identifier '{twins[0][2]}' already exists."
            self.resources[key] = model
            self.retire(type_, key, model)
            return None

        return self.begin("CREATE", key, params, make, is_told=known)

    def update_resource(self, region, params):
        """Changes a resource by a patch document."""
        if again := self.before(region, params):
            return again
        type_, key = type_of(params), self.key_of(region, params)
        before = readable(type_, self.found(key))
        after = patched(before, parsed(params["PatchDocument"]))
        for word, names in (("createOnlyProperties", type_.create_only), ("readOnlyProperties", type_.read_only)):
            if changed := [name for name in names if inside(before, name) != inside(after, name)]:
                pointers = ", ".join(f"/properties/{name}" for name in changed)
                raise Refusal("NotUpdatableException", f"Invalid patch update: {word} [{pointers}] cannot be updated")
        check(type_, after)

        def change():
            # Write-only properties that the patch does not give stay as they are.
            self.resources[key] = {**self.resources[key], **after}
            self.retire(type_, key, after)

        return self.begin("UPDATE", key, params, change)

    def delete_resource(self, region, params):
        """Deletes a resource."""
        if again := self.before(region, params):
            return again
        type_of(params)
        key = self.key_of(region, params)

        def remove():
            if key not in self.resources:
                return "NotFound", missing(key)
            if TYPES[key[1]].retired_by and key not in self.retired:
                return "InvalidRequest", "Please wait for 5 minutes after deprecation and then retry."
            parts = [own for own, model in self.resources.items() if key in self.wholes(own, model)]
            users = [own for own, model in self.resources.items() if own not in parts and key in self.needed(TYPES[own[1]], own, model)]
            if users:
                return "ResourceConflict", f"Resource of type '{key[1]}' with identifier '{key[2]}' is in use by '{users[0][2]}'."
            for gone in (key, *parts):
                del self.resources[gone]
            return None

        return self.begin("DELETE", key, params, remove)

    def get_resource(self, region, params):
        """Reads one resource."""
        type_, key = type_of(params), self.key_of(region, params)
        model = readable(type_, self.found(key))
        return {"TypeName": type_.name, "ResourceDescription": {"Identifier": key[2], "Properties": json.dumps(model)}}

    def list_resources(self, region, params):
        """Lists the resources of a type. Handlers tell no more than the identifier."""
        type_, told = type_of(params), parsed(params.get("ResourceModel") or "{}")
        if untold := [name for name in type_.listed_by if name not in told]:
            raise Refusal("InvalidRequestException", f"Missing or invalid ResourceModel property in {type_.name} list handler request input. "
                          f"Required property: [{', '.join(untold)}]")
        found = [(key, model) for key, model in self.of((region, type_.name))
                 if all(model.get(name) == told[name] for name in type_.listed_by)]
        described = [{"Identifier": key[2], "Properties": json.dumps({name: model[name] for name in type_.primary})}
                     for key, model in found]
        return {"TypeName": type_.name} | page(described, params, 100, "ResourceDescriptions")

    def get_resource_request_status(self, _region, params):
        """Tells how a request stands."""
        if params["RequestToken"] not in self.requests:
            raise Refusal("RequestTokenNotFoundException", f"Request token {params['RequestToken']} does not exist.")
        return {"ProgressEvent": self.requests[params["RequestToken"]]}

    def list_resource_requests(self, _region, params):
        """Lists requests, latest first."""
        wanted = params.get("ResourceRequestStatusFilter") or {}
        fits = [event for event in reversed(self.requests.values())
                if event["Operation"] in (wanted.get("Operations") or [event["Operation"]])
                and event["OperationStatus"] in (wanted.get("OperationStatuses") or [event["OperationStatus"]])]
        return page(fits, params, 20, "ResourceRequestStatusSummaries")

    def before(self, region, params):
        """Gives the event of the same request with the same client token, if there was one."""
        known = self.client_tokens.get((region, params.get("ClientToken")))
        if known is None:
            return None
        if known[0] != params:
            raise Refusal("ClientTokenConflictException", "The specified client token has already been used in another resource request.")
        return {"ProgressEvent": self.requests[known[1]]}

    def begin(self, operation, key, params, action, is_told=True):
        """Begins a request that `action` ends; that gives a code and a message if it fails."""
        if key in self.busy:
            raise Refusal("ConcurrentOperationException",
                          f"Another operation is in progress for resource {key[2]} of type {key[1]}.")
        token = str(uuid.uuid4())
        event = {"TypeName": key[1], "RequestToken": token, "Operation": operation, "OperationStatus": "IN_PROGRESS",
                 "EventTime": time.time()}
        if is_told:
            event["Identifier"] = key[2]
        self.requests[token] = event
        self.busy.add(key)
        if params.get("ClientToken"):
            self.client_tokens[key[0], params["ClientToken"]] = (params, token)
        told = dict(event)

        def end():
            self.busy.discard(key)
            failure = action()
            event.update({"EventTime": time.time(), "Identifier": key[2], "OperationStatus": "FAILED" if failure else "SUCCESS"})
            if failure:
                event["ErrorCode"], event["StatusMessage"] = failure
            elif operation != "DELETE":
                event["ResourceModel"] = json.dumps(readable(TYPES[key[1]], self.resources[key]))

        self.later(TAKES[operation], end)
        return {"ProgressEvent": told}

    def of(self, key):
        """Gives the resources of a region and a type."""
        return [(own, model) for own, model in self.resources.items() if own[:2] == key[:2]]

    def wholes(self, key, model):
        """Gives the keys of what a resource is part of."""
        return [(key[0], whole, model[name]) for name, whole in TYPES[key[1]].part_of.items()]

    def needed(self, type_, key, model):
        """Gives the keys of what a resource needs, what it is part of among that."""
        needs = [(key[0], other, "|".join(str(model[name]) for name in names)) for names, other in type_.needs.items()
                 if all(name in model for name in names)]
        return needs + self.wholes(key, model)

    def retire(self, type_, key, model):
        """Begins the time after which a resource can be deleted, or ends it."""
        self.retired.discard(key)
        if model.get(type_.retired_by):
            self.later(RETIREMENT, lambda: self.retired.add(key) if self.resources.get(key, {}).get(type_.retired_by) else None)

    def found(self, key):
        """Gives the properties of a resource that exists."""
        if key not in self.resources:
            raise Refusal("ResourceNotFoundException", missing(key))
        return self.resources[key]

    def key_of(self, region, params):
        """Gives the key of the resource that a call names."""
        return region, params["TypeName"], params["Identifier"]


def type_of(params):
    """Gives the type that a call names."""
    type_ = TYPES.get(params["TypeName"])
    if type_ is None:
        raise Refusal("TypeNotFoundException", f"The type '{params['TypeName']}' cannot be found.")
    return type_


def missing(key):
    """What AWS says of a resource that does not exist."""
    return f"Resource of type '{key[1]}' with identifier '{key[2]}' was not found."


def invalid(message):
    """Refuses the content of a request."""
    raise Refusal("ValidationException", message)


def parsed(text):
    """Reads JSON."""
    try:
        return json.loads(text)
    except ValueError:
        invalid("The document is not valid JSON")


def check(type_, model):
    """Refuses a model that the type's schema does not allow."""
    faults = [f"#: extraneous key [{name}] is not permitted" for name in model
              if name not in type_.properties and name not in type_.read_only]
    faults += [f"#: required key [{name}] not found" for name in type_.required if name not in model]
    if faults:
        invalid(f"Model validation failed ({' '.join(faults)})")


def filled(type_, model, region):
    """Gives a model with what AWS fills in."""
    model = copy.deepcopy({**type_.defaults, **model})
    words = {"region": region, "account": DEFAULT_ACCOUNT_ID, "id": uuid.uuid4().hex[:17], "uuid": str(uuid.uuid4())}
    if "Name" in type_.create_only and "Name" not in model:
        model["Name"] = f"{type_.name.rpartition('::')[2]}-{words['id']}"
    for name, how in type_.read_only.items():
        model[name] = how.format(**words, **{key: value for key, value in model.items() if isinstance(value, str)})
    return model


def readable(type_, model):
    """Gives a model as reading it shows it: without write-only properties."""
    shown = copy.deepcopy(model)
    for name in type_.write_only:
        *path, last = name.split("/")
        holder = shown
        for step in path:
            holder = holder.get(step, {})
        holder.pop(last, None)
    return shown


def inside(model, name):
    """Gives a property by its path."""
    for step in name.split("/"):
        model = model.get(step) if isinstance(model, dict) else None
    return model


def patched(model, operations):
    """Carries out a patch document.

    https://datatracker.ietf.org/doc/html/rfc6902
    """
    model = copy.deepcopy(model)
    for operation in operations:
        steps = [step.replace("~1", "/").replace("~0", "~") for step in operation["path"].split("/")[1:]]
        try:
            one(model, operation, steps)
        except (KeyError, IndexError, TypeError, ValueError):
            invalid(f"Invalid patch: {operation['op']} of {operation['path']}")
    return model


def one(model, operation, steps):
    """Carries out one operation; KeyError and the like where there is no such place."""
    holder = model
    for step in steps[:-1]:
        holder = holder[int(step)] if isinstance(holder, list) else holder[step]
    last, word = steps[-1], operation["op"]
    if isinstance(holder, list):
        last = len(holder) if last == "-" else int(last)
    if word == "add" and isinstance(holder, list):
        holder.insert(last, operation["value"])
    elif word == "add":
        holder[last] = operation["value"]
    elif word == "replace":
        holder[last]
        holder[last] = operation["value"]
    elif word == "remove":
        del holder[last]
    elif word != "test" or holder[last] != operation["value"]:
        raise ValueError(word)


def page(items, params, size, name):
    """Gives the page that was asked for."""
    start = int(params.get("NextToken") or 0)
    end = start + min(int(params.get("MaxResults") or size), size)
    return {name: items[start:end]} | ({"NextToken": str(end)} if end < len(items) else {})
