"""EC2."""

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
