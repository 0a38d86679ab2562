"""ElastiCache."""

from moto.core.responses import ActionResult, EmptyResult
from moto.elasticache import models as cache
from moto.elasticache import responses as cache_api
from moto.elasticache.exceptions import (
    CacheClusterNotFound,
    CacheSubnetGroupNotFound,
    ElastiCacheException,
)

from .applying import around, correction

# What ModifyCacheCluster sets, and where moto keeps it.
SETTINGS = {
    "CacheNodeType": "cache_node_type", "EngineVersion": "engine_version", "PreferredMaintenanceWindow": "preferred_maintenance_window",
    "SnapshotWindow": "snapshot_window", "CacheParameterGroupName": "cache_parameter_group_name", "AZMode": "az_mode",
}


class CacheSubnetGroupInUse(ElastiCacheException):
    """A subnet group that a cluster uses cannot be deleted."""

    code = "CacheSubnetGroupInUse"


@correction
def elasticache_20_clusters_and_subnet_groups_change():
    """ModifyCacheCluster, ModifyCacheSubnetGroup and DeleteCacheSubnetGroup work.

    https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/API_ModifyCacheCluster.html
    https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/API_ModifyCacheSubnetGroup.html
    https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/API_DeleteCacheSubnetGroup.html
    """
    def modify_cluster(self):
        name = self._get_param("CacheClusterId")
        cluster = self.elasticache_backend.cache_clusters.get(name)
        if cluster is None:
            raise CacheClusterNotFound(name)
        for parameter, field in SETTINGS.items():
            if (value := self._get_param(parameter)) is not None:
                setattr(cluster, field, value)
        for parameter, field in (("NumCacheNodes", "num_cache_nodes"), ("SnapshotRetentionLimit", "snapshot_retention_limit")):
            if (value := self._get_int_param(parameter)) is not None:
                setattr(cluster, field, value)
        if (value := self._get_bool_param("AutoMinorVersionUpgrade")) is not None:
            cluster.auto_minor_version_upgrade = value
        return ActionResult({"CacheCluster": cluster})

    def subnet_group(self):
        name = self._get_param("CacheSubnetGroupName")
        found = self.elasticache_backend.cache_subnet_groups.get(name)
        if found is None:
            raise CacheSubnetGroupNotFound(name)
        return name, found

    def modify_subnet_group(self):
        _, group = subnet_group(self)
        backend = self.elasticache_backend
        if subnets := self._get_param("SubnetIds", []):
            new = cache.CacheSubnetGroup(
                account_id=backend.account_id, region_name=backend.region_name, cache_subnet_group_name=group.cache_subnet_group_name,
                cache_subnet_group_description=group.cache_subnet_group_description, subnet_ids=subnets, tags=[])
            group.__dict__.update({key: value for key, value in vars(new).items() if key not in ("tags", "arn")})
        if (description := self._get_param("CacheSubnetGroupDescription")) is not None:
            group.cache_subnet_group_description = description
        return ActionResult({"CacheSubnetGroup": group})

    def delete_subnet_group(self):
        name, _ = subnet_group(self)
        backend = self.elasticache_backend
        if any(cluster.cache_subnet_group_name == name for cluster in backend.cache_clusters.values()):
            raise CacheSubnetGroupInUse(f"Cache subnet group {name} is currently in use by a cache cluster.")
        del backend.cache_subnet_groups[name]
        return EmptyResult()

    answers = cache_api.ElastiCacheResponse
    answers.modify_cache_cluster = modify_cluster
    answers.modify_cache_subnet_group = modify_subnet_group
    answers.delete_cache_subnet_group = delete_subnet_group


@correction
def elasticache_36_deleted_is_gone():
    """A deleted cluster or replication group is gone after a while; here at once, and later in strict mode.

    https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/API_DeleteCacheCluster.html
    """
    @around(cache.ElastiCacheBackend, "delete_cache_cluster")
    def delete_cluster(original, self, cache_cluster_id):
        gone = original(self, cache_cluster_id)
        self.remove_later(cache_cluster_id, self.cache_clusters)
        return gone

    @around(cache.ElastiCacheBackend, "delete_replication_group")
    def delete_group(original, self, replication_group_id, *args, **fields):
        gone = original(self, replication_group_id, *args, **fields)
        self.remove_later(replication_group_id, self.replication_groups)
        return gone

    # The strict layer puts its own in this place.
    cache.ElastiCacheBackend.remove_later = lambda self, name, things: things.pop(name, None)
