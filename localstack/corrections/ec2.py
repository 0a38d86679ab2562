"""EC2."""

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


@correction
def ec2_124_texts_come_before_lists():
    """The identifier of a thing comes before its lists; boto 2, which Salt uses, reads nothing of a thing after a list in it.

    https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeVpcs.html (Example Response)
    """
    def ordered(value):
        if isinstance(value, list):
            return [ordered(one) for one in value]
        if not isinstance(value, dict):
            return value
        items = sorted(value.items(), key=lambda item: isinstance(item[1], (dict, list)))
        return {key: ordered(one) for key, one in items}

    @around(EC2Serializer, "_serialize_body")
    def serialize(original, self, body):
        return original(self, ordered(body))
