"""EC2."""

from flask import request
from moto.core.serialize import EC2Serializer
from moto.ec2.responses import dhcp_options
from moto.ec2.utils import add_tag_specification

from .applying import around, correction


@correction
def ec2_53_dhcp_options_keep_their_tags():
    """A set of DHCP options has the tags that CreateDhcpOptions was given.

    https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateDhcpOptions.html (TagSpecification)
    """
    @around(dhcp_options.DHCPOptions, "create_dhcp_options")
    def create(original, self):
        answer = original(self)
        answer.result["DhcpOptions"].add_tags(add_tag_specification(self._get_param("TagSpecifications", [])))
        return answer


# What came after the version of the API that boto 2 asks for.
NEW_SETS = {"cidrBlockAssociationSet", "ipv6CidrBlockAssociationSet"}


@correction
def ec2_124_old_clients_get_old_answers():
    """The identifier of a thing comes before its lists, and a client of the API's version 2014-10-01 gets no newer lists.

    boto 2, which Salt uses, loses its place in a list within a list that it does not know.
    https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeVpcs.html (Example Response)
    """
    def ordered(value, is_old):
        if isinstance(value, list):
            return [ordered(one, is_old) for one in value]
        if not isinstance(value, dict):
            return value
        items = sorted(value.items(), key=lambda item: isinstance(item[1], (dict, list)))
        return {key: ordered(one, is_old) for key, one in items if not (is_old and key in NEW_SETS)}

    @around(EC2Serializer, "_serialize_body")
    def serialize(original, self, body):
        return original(self, ordered(body, request.values.get("Version", "") < "2016"))
