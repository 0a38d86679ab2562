"""Application and network load balancers."""

from moto.elbv2 import models as elbv2

from .applying import around, correction


@correction
def elbv2_51_deregistering_twice():
    """Deregistering a target that is not registered succeeds.

    https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_DeregisterTargets.html
    """
    @around(elbv2.FakeTargetGroup, "deregister")
    def deregister(original, self, targets):
        return original(self, [target for target in targets if target["Id"] in self.targets])
