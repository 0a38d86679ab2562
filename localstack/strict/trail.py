"""CloudTrail's events of what was changed, and LookupEvents, which answers them at once and not minutes later.

https://docs.aws.amazon.com/awscloudtrail/latest/APIReference/API_LookupEvents.html
"""

import json
import time
import uuid

ACCOUNT = "123456789012"
#: As many events are kept; the oldest go.
MOST = 10_000

EVENTS = []


def forget():
    """The account is emptied."""
    EVENTS.clear()


def note(call):
    """Keeps that somebody changed something."""
    now = time.time()
    # A user is named after the key: moto knows no other name of most keys.
    arn = f"arn:aws:iam::{ACCOUNT}:user/{call.key_id}"
    identity = {"type": "IAMUser", "arn": arn, "accountId": ACCOUNT, "accessKeyId": call.key_id, "userName": call.key_id}
    source = f"{call.service}.amazonaws.com"
    whole = {
        "eventVersion": "1.11", "eventID": str(uuid.uuid4()), "eventName": call.operation, "eventSource": source,
        "eventTime": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now)), "awsRegion": call.region,
        "userIdentity": identity, "sourceIPAddress": "127.0.0.1", "readOnly": False,
    }
    event = {
        "EventId": whole["eventID"], "EventName": call.operation, "ReadOnly": "false", "AccessKeyId": call.key_id,
        "EventTime": now, "EventSource": source, "Username": call.key_id,
        "Resources": [{"ResourceName": name} for name in sorted(names(call.params))],
        "CloudTrailEvent": json.dumps(whole),
    }
    EVENTS.append((call.region, event))
    del EVENTS[:-MOST]


def names(params):
    """Gives what may be the names of resources: short texts of the first level, and the last parts of URLs and ARNs."""
    texts = [value for value in (params or {}).values() if isinstance(value, str) and len(value) < 512]
    return {text.rsplit("/", 1)[-1].rsplit(":", 1)[-1] for text in texts} | set(texts)


def looked_up(call):
    """Answers LookupEvents: the newest first, of one name where one is asked for."""
    asked = call.params or {}
    wanted = {one["AttributeKey"]: one["AttributeValue"] for one in asked.get("LookupAttributes", [])}
    start, end = (stamp(asked.get(name), other) for name, other in (("StartTime", 0), ("EndTime", float("inf"))))

    def fits(region, event):
        about = {resource["ResourceName"] for resource in event["Resources"]}
        return (
            region == call.region
            and start <= event["EventTime"] <= end
            and wanted.get("ResourceName", next(iter(about), None)) in about | {None}
            and wanted.get("EventName", event["EventName"]) == event["EventName"]
        )

    found = [event for region, event in reversed(EVENTS) if fits(region, event)]
    body = json.dumps({"Events": found[: asked.get("MaxResults", 50)]}).encode()
    return "200 OK", [("Content-Type", "application/x-amz-json-1.1")], body


def stamp(value, other):
    """Gives seconds of a time, as the parser gives it."""
    if value is None:
        return other
    return value.timestamp() if hasattr(value, "timestamp") else float(value)
