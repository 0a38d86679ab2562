"""Things that AWS takes time for: creating, modifying, deleting, pending. Put into moto once.

Each duration is in AWS's seconds, as a run of these calls takes on AWS or its documentation says; `--speed` shortens
them all. With `holds` switched off nothing is busy.
"""

import uuid

from corrections.applying import around
from moto.autoscaling import models as asg
from moto.autoscaling import responses as asg_api
from moto.core.responses import ActionResult
from moto.elasticache import models as cache
from moto.elasticache import responses as cache_api
from moto.elb import models as elb
from moto.elbv2 import models as elbv2
from moto.rds import models as rds
from moto.route53 import responses as route53_api

from . import settings, settling
from .lifetimes import later
from .wording import Refusal

GROUP_DELETION = 120
CLUSTER_CREATION = 300
CLUSTER_CHANGE = 120
CLUSTER_DELETION = 180
DATABASE_CREATION = 300
DATABASE_BACKUP = 60
DATABASE_CHANGE = 120
DATABASE_DELETION = 180
ROUTE53_CHANGE = 30
IN_SERVICE = 60
INSTANCE_REFRESH = 300
BALANCER_CREATION = 150


def apply_all():
    """Puts all of this into moto."""
    for change in (groups_go_slowly, refreshes_take_time, clusters_take_time, replication_groups_take_time, tags_need_an_available_cluster,
                   databases_take_time, record_changes_are_pending, instances_come_into_service, balancers_are_provisioned,
                   settling.apply_all):
        change()


def on():
    """True while things are busy at all."""
    return settings.CURRENT.holds


def after_a_while(seconds, action):
    """Does something after so many of AWS's seconds; at once where nothing is busy."""
    if on():
        later(seconds, action)
    else:
        action()


def groups_go_slowly():
    """A deleted group is there, "Delete in progress", until its instances are gone; meanwhile nothing can be done to it.

    https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_DeleteAutoScalingGroup.html
    https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_AutoScalingGroup.html (Status)
    """
    @around(asg.AutoScalingBackend, "delete_auto_scaling_group")
    def delete(original, self, group_name):
        group = self.autoscaling_groups.get(group_name)
        if group is None or not on():
            return original(self, group_name)
        group.status = "Delete in progress"
        self.set_desired_capacity(group_name, 0)
        later(GROUP_DELETION, lambda: group_name in self.autoscaling_groups and original(self, group_name))
        return None

    def refuse_pending(self):
        name = self._get_param("AutoScalingGroupName")
        if getattr(self.autoscaling_backend.autoscaling_groups.get(name), "status", None):
            raise Refusal("ScalingActivityInProgress",
                          f"You cannot change AutoScalingGroup {name} while it is pending delete.")

    def guarded(original, self):
        refuse_pending(self)
        return original(self)

    for name in ("update_auto_scaling_group", "delete_auto_scaling_group", "set_desired_capacity", "put_scaling_policy",
                 "suspend_processes", "resume_processes", "put_scheduled_update_group_action", "put_lifecycle_hook",
                 "attach_load_balancers", "detach_load_balancers", "attach_instances", "put_notification_configuration"):
        around(asg_api.AutoScalingResponse, name)(guarded)


def refreshes_take_time():
    """An instance refresh is in progress until its instances are replaced and warm.

    https://docs.aws.amazon.com/autoscaling/ec2/userguide/instance-refresh-overview.html
    """
    @around(asg.AutoScalingBackend, "run_refresh")
    def run(original, self, group, refresh):
        if not on():
            return original(self, group, refresh)
        later(INSTANCE_REFRESH, lambda: group.name in self.autoscaling_groups and original(self, group, refresh))
        return None


def clusters_take_time():
    """A cache cluster is creating, modifying and deleting for minutes, and only an available one can be changed.

    https://docs.aws.amazon.com/AmazonElastiCache/latest/dg/Clusters.html (cluster status)
    """
    @around(cache.ElastiCacheBackend, "create_cache_cluster")
    def create(original, self, *args, **fields):
        made = original(self, *args, **fields)
        # moto writes the status in two places.
        status_of(made, "creating", CLUSTER_CREATION)
        return made

    @around(cache.ElastiCacheBackend, "delete_cache_cluster")
    def delete(original, self, cache_cluster_id):
        cluster = self.cache_clusters.get(cache_cluster_id)
        if cluster is not None:
            need_available(cluster.cache_cluster_status, "InvalidCacheClusterState", "cache cluster", cache_cluster_id)
        return original(self, cache_cluster_id)

    @around(cache_api.ElastiCacheResponse, "modify_cache_cluster")
    def modify(original, self):
        name = self._get_param("CacheClusterId")
        cluster = self.elasticache_backend.cache_clusters.get(name)
        if cluster is not None:
            need_available(cluster.cache_cluster_status, "InvalidCacheClusterState", "cache cluster", name)
        answer = original(self)
        status_of(cluster, "modifying", CLUSTER_CHANGE)
        return answer

    def remove_later(_self, name, things):
        """Takes the place of the correction's, which removes at once."""
        if on():
            later(CLUSTER_DELETION, lambda: things.pop(name, None))
        else:
            things.pop(name, None)

    cache.ElastiCacheBackend.remove_later = remove_later


def status_of(thing, word, seconds):
    """Sets the status of a cluster for a while; it is available afterwards unless something else happens to it."""
    if not on():
        return

    def set_to(status):
        thing.status = status
        if hasattr(thing, "cache_cluster_status"):
            thing.cache_cluster_status = status

    set_to(word)
    later(seconds, lambda: thing.status == word and set_to("available"))


def need_available(status, code, what, name):
    """Refuses what is to be done to a thing that is not available."""
    if on() and status != "available":
        raise Refusal(code, f"The specified {what} {name} is not in the available state: it is {status}")


def replication_groups_take_time():
    """Likewise for replication groups.

    https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/API_ReplicationGroup.html (Status)
    """
    @around(cache.ElastiCacheBackend, "create_replication_group")
    def create(original, self, *args, **fields):
        made = original(self, *args, **fields)
        status_of(made, "creating", CLUSTER_CREATION)
        return made

    @around(cache.ElastiCacheBackend, "modify_replication_group")
    def modify(original, self, *args, **fields):
        name = fields.get("replication_group_id") or (args[0] if args else None)
        group = self.replication_groups.get(name)
        if group is not None:
            need_available(group.status, "InvalidReplicationGroupState", "replication group", name)
        made = original(self, *args, **fields)
        status_of(made, "modifying", CLUSTER_CHANGE)
        return made

    @around(cache.ElastiCacheBackend, "delete_replication_group")
    def delete(original, self, replication_group_id, *args, **fields):
        group = self.replication_groups.get(replication_group_id)
        if group is not None:
            need_available(group.status, "InvalidReplicationGroupState", "replication group", replication_group_id)
        return original(self, replication_group_id, *args, **fields)


def tags_need_an_available_cluster():
    """Tags of a cluster or replication group can be listed and set only while it is available.

    https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/API_ListTagsForResource.html
    """
    def checked(original, self, *args, **fields):
        arn = self._get_param("ResourceName") or ""
        name, backend = arn.rpartition(":")[2], self.elasticache_backend
        if ":cluster:" in arn and name in backend.cache_clusters:
            need_available(backend.cache_clusters[name].status, "InvalidCacheClusterState", "cache cluster", name)
        if ":replicationgroup:" in arn and name in backend.replication_groups:
            need_available(backend.replication_groups[name].status, "InvalidReplicationGroupState", "replication group", name)
        return original(self, *args, **fields)

    for name in ("list_tags_for_resource", "add_tags_to_resource", "remove_tags_from_resource"):
        around(cache_api.ElastiCacheResponse, name)(checked)


def databases_take_time():
    """An RDS instance is creating, backing up, modifying and deleting for minutes; only an available one is changed.

    https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/accessing-monitoring.html
    """
    around_creation = around(rds.RDSBackend, "create_db_instance"), around(rds.RDSBackend, "create_db_instance_read_replica")
    for replace in around_creation:
        @replace
        def create(original, self, *args, **fields):
            made = original(self, *args, **fields)
            status_of(made, "creating", DATABASE_CREATION)
            if on():
                later(DATABASE_CREATION, lambda: made.status == "available" and status_of(made, "backing-up", DATABASE_BACKUP))
            return made

    @around(rds.RDSBackend, "modify_db_instance")
    def modify(original, self, identifier, fields):
        database = self.describe_db_instances(identifier)[0]
        need_available(database.status, "InvalidDBInstanceState", "DB instance", identifier)
        pending = database.pending_modified_values
        changed = original(self, identifier, fields)
        if changed.pending_modified_values == pending or fields.get("apply_immediately"):
            status_of(changed, "modifying", DATABASE_CHANGE)
        return changed

    @around(rds.RDSBackend, "delete_db_instance")
    def delete(original, self, db_instance_identifier, *args, **fields):
        database = self.describe_db_instances(db_instance_identifier)[0]
        need_available(database.status, "InvalidDBInstanceState", "DB instance", db_instance_identifier)
        gone = original(self, db_instance_identifier, *args, **fields)
        if on():
            self.databases[db_instance_identifier] = gone
            later(DATABASE_DELETION, lambda: self.databases.pop(db_instance_identifier, None))
        return gone

    clusters_of_databases_take_time()
    endpoint = rds.DBInstance.endpoint
    rds.DBInstance.endpoint = property(lambda self: None if self.status == "creating" else endpoint.fget(self))


def clusters_of_databases_take_time():
    """Likewise for the clusters of Aurora.

    https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/accessing-monitoring.html
    """
    @around(rds.RDSBackend, "create_db_cluster")
    def create(original, self, fields):
        made = original(self, fields)
        status_of(made, "creating", CLUSTER_CHANGE)
        return made

    @around(rds.RDSBackend, "modify_db_cluster")
    def modify(original, self, fields):
        name = fields["db_cluster_identifier"]
        cluster = self.clusters.get(name)
        if cluster is not None:
            need_available(cluster.status, "InvalidDBClusterStateFault", "DB cluster", name)
        answer = original(self, fields)
        status_of(cluster, "modifying", CLUSTER_CHANGE)
        return answer

    @around(rds.RDSBackend, "delete_db_cluster")
    def delete(original, self, cluster_identifier, *args, **fields):
        cluster = self.clusters.get(cluster_identifier)
        if cluster is not None:
            need_available(cluster.status, "InvalidDBClusterStateFault", "DB cluster", cluster_identifier)
        gone = original(self, cluster_identifier, *args, **fields)
        if on():
            gone.status = "deleting"
            self.clusters[cluster_identifier] = gone
            later(DATABASE_DELETION, lambda: self.clusters.pop(cluster_identifier, None))
        return gone


def record_changes_are_pending():
    """A change is PENDING until all name servers have it, and has an id of its own.

    https://docs.aws.amazon.com/Route53/latest/APIReference/API_ChangeInfo.html
    """
    pending = set()

    def with_change(original, self):
        answer = original(self)
        result = getattr(answer, "result", None)
        if on() and isinstance(result, dict) and "ChangeInfo" in result:
            change = f"C{uuid.uuid4().hex[:20].upper()}"
            result["ChangeInfo"] |= {"Id": f"/change/{change}", "Status": "PENDING"}
            pending.add(change)
            later(ROUTE53_CHANGE, lambda: pending.discard(change))
        return answer

    for name in ("create_hosted_zone", "delete_hosted_zone", "change_resource_record_sets",
                 "associate_vpc", "disassociate_vpc", "associate_vpc_with_hosted_zone", "disassociate_vpc_from_hosted_zone"):
        if hasattr(route53_api.Route53, name):
            around(route53_api.Route53, name)(with_change)

    @around(route53_api.Route53, "get_change")
    def get(original, self):
        answer = original(self)
        if isinstance(answer, ActionResult) and (self._get_param("Id") or "").rpartition("/")[2] in pending:
            answer.result["ChangeInfo"]["Status"] = "PENDING"
        return answer


def instances_come_into_service():
    """A registered instance is OutOfService until it has passed its health checks.

    https://docs.aws.amazon.com/elasticloadbalancing/latest/classic/elb-healthchecks.html
    """
    @around(elb.ELBBackend, "register_instances")
    def register(original, self, load_balancer_name, instance_ids, *args, **fields):
        balancer = self.load_balancers.get(load_balancer_name)
        new = set(instance_ids) - set(balancer.instance_ids if balancer else [])
        answer = original(self, load_balancer_name, instance_ids, *args, **fields)
        if on() and balancer is not None:
            balancer.coming = getattr(balancer, "coming", set()) | new
            later(IN_SERVICE, lambda: balancer.coming.difference_update(new))
        return answer

    @around(elb.ELBBackend, "describe_instance_health")
    def health(original, self, lb_name, instances):
        told = original(self, lb_name, instances)
        coming = getattr(self.load_balancers.get(lb_name), "coming", set())
        for state in told:
            if state["InstanceId"] in coming:
                state.update(State="OutOfService", ReasonCode="ELB",
                             Description="Instance registration is still in progress.")
        return told


def balancers_are_provisioned():
    """An application or network balancer is provisioning for minutes; it takes listeners and settings meanwhile.

    https://docs.aws.amazon.com/elasticloadbalancing/latest/application/application-load-balancers.html#load-balancer-state
    """
    @around(elbv2.ELBv2Backend, "create_load_balancer")
    def create(original, self, *args, **fields):
        made = original(self, *args, **fields)
        if on() and made.state == "provisioning" and not hasattr(made, "coming"):
            made.coming = True
            later(BALANCER_CREATION, lambda: setattr(made, "coming", False))
        return made

    @around(elbv2.FakeLoadBalancer, "activate")
    def activate(original, self):
        if not getattr(self, "coming", False):
            original(self)
