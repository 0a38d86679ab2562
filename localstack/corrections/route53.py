"""Route 53."""

from moto.route53 import models as route53
from moto.route53.exceptions import Route53ClientError

from .applying import around, correction


@correction
def route53_16_batches_as_a_whole():
    """A change batch is applied in order and as a whole: CREATE needs absence, DELETE needs the very record.
    https://docs.aws.amazon.com/Route53/latest/APIReference/API_ChangeResourceRecordSets.html
    """

    def key(name, kind, identifier):
        return (name.rstrip(".").lower(), kind, identifier)

    def check(zone, changes):
        held = {key(r.name, r.type, r.set_identifier) for r in zone.rrsets}
        faults = []
        for change in changes:
            record = change["ResourceRecordSet"]
            it = key(record["Name"], record["Type"], record.get("SetIdentifier"))
            text = f"resource record set [name='{it[0]}.', type='{it[1]}']"
            if change["Action"] == "CREATE" and it in held:
                faults.append(f"Tried to create {text} but it already exists")
            elif change["Action"] == "DELETE" and it not in held:
                faults.append(f"Tried to delete {text} but it was not found")
            (held.discard if change["Action"] == "DELETE" else held.add)(it)
        if faults:
            raise Route53ClientError("InvalidChangeBatch", str(faults))

    @around(route53.Route53Backend, "change_resource_record_sets")
    def change(original, self, zoneid, change_list):
        check(self.get_hosted_zone(zoneid), change_list)
        # Absence is known by now; moto's own test for it looks at the journal, not at the zone.
        for item in change_list:
            if item["Action"] == "CREATE":
                item["Action"] = "UPSERT"
        return original(self, zoneid, change_list)
