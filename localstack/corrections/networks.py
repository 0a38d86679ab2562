"""Network ACLs and egress-only internet gateways."""

from moto.core.responses import ActionResult
from moto.ec2.exceptions import EC2ClientError
from moto.ec2.models.network_acls import NetworkAcl, NetworkAclBackend
from moto.ec2.models.vpcs import VPCEndPoint
from moto.ec2.responses.egress_only_internet_gateways import EgressOnlyInternetGateway
from moto.ec2.responses.network_acls import NetworkACLs
from moto.ec2.utils import generic_filter

from .applying import around, correction


@correction
def ec2_93_egress_only_gateways_by_filter():
    """Filters select egress-only internet gateways.
    https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeEgressOnlyInternetGateways.html
    """
    def describe(self):
        ids = self._get_param("EgressOnlyInternetGatewayIds", [])
        found = self.ec2_backend.describe_egress_only_internet_gateways(ids)
        return ActionResult({"EgressOnlyInternetGateways": generic_filter(self._filters_from_querystring(), found)})

    EgressOnlyInternetGateway.describe_egress_only_internet_gateways = describe


@correction
def ec2_132_acls_and_endpoints_by_id():
    """Filters select network ACLs and VPC endpoints by their ids.
    https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeNetworkAcls.html
    https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeVpcEndpoints.html
    """
    def by_id(owner, wanted):
        @around(owner, "get_filter_value")
        def value(original, self, filter_name, method_name=None):
            return self.id if filter_name == wanted else original(self, filter_name, method_name)

    by_id(NetworkAcl, "network-acl-id")
    by_id(VPCEndPoint, "vpc-endpoint-id")


@correction
def ec2_94_network_acl_entries():
    """An entry has the type and code of ICMP that it was made with; one that is not there cannot be deleted.
    https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateNetworkAclEntry.html
    https://docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html
    """
    def with_icmp(original, self):
        answer = original(self)
        params = self._get_params()
        said = params.get("IcmpTypeCode") or params.get("Icmp") or {}
        for entry in self.ec2_backend.get_network_acl(params["NetworkAclId"]).network_acl_entries:
            if (str(entry.rule_number), bool(entry.egress)) == (str(params["RuleNumber"]), self._get_bool_param("Egress", False)):
                entry.icmp_type, entry.icmp_code = said.get("Type"), said.get("Code")
        return answer

    for name in ("create_network_acl_entry", "replace_network_acl_entry"):
        around(NetworkACLs, name)(with_icmp)

    @around(NetworkAclBackend, "delete_network_acl_entry")
    def delete(original, self, network_acl_id, rule_number, egress):
        entries = self.get_network_acl(network_acl_id).network_acl_entries
        if not any(entry.egress == egress and entry.rule_number == rule_number for entry in entries):
            way = "egress" if egress else "ingress"
            raise EC2ClientError("InvalidNetworkAclEntry.NotFound",
                                 f"The {way} network acl entry identified by {rule_number} does not exist.")
        return original(self, network_acl_id, rule_number, egress)
