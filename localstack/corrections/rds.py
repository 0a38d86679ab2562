"""RDS."""

from moto.rds import models as rds
from moto.rds.exceptions import (
    DBClusterNotFoundError,
    DBInstanceAlreadyExists,
    DBParameterGroupNotFoundError,
    DBSubnetGroupNotFoundError,
    InvalidParameterCombination,
    InvalidParameterValue,
    OptionGroupNotFoundFaultError,
    RDSClientError,
)

from .applying import around, correction

# What waits for the maintenance window unless the call says otherwise, and its name in PendingModifiedValues.
LATER = {
    "allocated_storage": "AllocatedStorage", "backup_retention_period": "BackupRetentionPeriod",
    "ca_certificate_identifier": "CACertificateIdentifier", "db_instance_class": "DBInstanceClass",
    "db_subnet_group_name": "DBSubnetGroupName", "engine_version": "EngineVersion", "iops": "Iops",
    "license_model": "LicenseModel", "multi_az": "MultiAZ", "port": "Port", "storage_throughput": "StorageThroughput",
    "storage_type": "StorageType",
}


@correction
def rds_110_subnet_groups_are_made_once_and_change():
    """A second CreateDBSubnetGroup is refused; ModifyDBSubnetGroup keeps the group.

    https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_CreateDBSubnetGroup.html
    https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_ModifyDBSubnetGroup.html
    """
    @around(rds.RDSBackend, "create_subnet_group")
    def create(original, self, subnet_name, *args, **fields):
        if subnet_name.lower() in self.subnet_groups:
            raise RDSClientError("DBSubnetGroupAlreadyExists", f"The DB subnet group '{subnet_name}' already exists.")
        return original(self, subnet_name.lower(), *args, **fields)

    @around(rds.RDSBackend, "modify_db_subnet_group")
    def modify(_original, self, subnet_name, description, subnets):
        group = self.subnet_groups.get(subnet_name)
        if group is None:
            raise DBSubnetGroupNotFoundError(subnet_name)
        group.subnets = subnets
        if description is not None:
            group.description = description
        return group


@correction
def rds_111_unknown_parameter_group():
    """DescribeDBParameterGroups by a name that nothing has is refused.

    https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_DescribeDBParameterGroups.html
    """
    @around(rds.RDSBackend, "describe_db_parameter_groups")
    def describe(original, self, fields):
        found = original(self, fields)
        name = fields.get("db_parameter_group_name")
        if name and not found:
            raise DBParameterGroupNotFoundError(name)
        return found


@correction
def rds_126_parameters_tell_who_set_them():
    """DescribeDBParameters names the source of each value: `user` for what ModifyDBParameterGroup has set.

    https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_Parameter.html
    """
    @around(rds.DBParameterGroup, "update_parameters")
    def update(original, self, new_parameters):
        return original(self, [{**parameter, "Source": "user"} for parameter in new_parameters])


@correction
def rds_114_modifications_wait_for_the_maintenance_window():
    """ModifyDBInstance without ApplyImmediately leaves what may interrupt in PendingModifiedValues; DBPortNumber is the port.

    https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/Overview.DBInstance.Modifying.html
    """
    rds.DBInstance.pending_modified_values = {}

    @around(rds.RDSBackend, "modify_db_instance")
    def modify(original, self, identifier, fields):
        database = self.describe_db_instances(identifier)[0]
        fields = dict(fields)
        if (port := fields.pop("db_port_number", None)) is not None:
            fields["port"] = port
        pending = dict(database.pending_modified_values)
        if fields.pop("apply_immediately", False):
            fields = {key: pending[name] for key, name in LATER.items() if name in pending} | fields
            pending = {}
        else:
            pending |= {name: fields.pop(key) for key, name in LATER.items() if key in fields}
        changed = original(self, identifier, fields)
        changed.pending_modified_values = pending
        return changed


@correction
def rds_115_replicas_are_made_once_and_are_themselves():
    """A replica's name is its own, its tags and replicas too; its source needs automated backups.

    https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_CreateDBInstanceReadReplica.html
    """
    @around(rds.RDSBackend, "create_db_instance_read_replica")
    def replicate(original, self, fields):
        if fields["db_instance_identifier"] in self.databases:
            raise DBInstanceAlreadyExists()
        source = self.find_db_from_id(fields["source_db_instance_identifier"])
        if not source.backup_retention_period:
            raise RDSClientError("InvalidDBInstanceState", f"Automated backups are not enabled for {source.db_instance_identifier}.")
        replica = original(self, fields)
        replica.tags = fields.get("tags") or []
        replica.pending_modified_values, replica.deletion_protection = {}, bool(fields.get("deletion_protection"))
        return replica


@correction
def rds_118_clusters_are_made_once_and_stay_available():
    """A second CreateDBCluster is refused; reading a cluster does not change its status; IAM logins are as set.

    https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_CreateDBCluster.html
    """
    rds.DBCluster.status = property(lambda self: self._status, lambda self, status: setattr(self, "_status", status))

    @around(rds.RDSBackend, "create_db_cluster")
    def create(original, self, fields):
        name = fields["db_cluster_identifier"]
        if name in self.clusters:
            raise RDSClientError("DBClusterAlreadyExistsFault", f"DB Cluster {name} already exists")
        made = original(self, fields)
        made.status = "available"
        return made

    @around(rds.RDSBackend, "modify_db_cluster")
    def modify(original, self, fields):
        name = fields["db_cluster_identifier"]
        if name not in self.clusters:
            raise DBClusterNotFoundError(name)
        if (iam := fields.get("enable_iam_database_authentication")) is not None:
            self.clusters[name].iam_auth = iam
        return original(self, fields)


@correction
def rds_119_automated_snapshots_go_with_their_cluster():
    """Automated snapshots of a cluster are deleted with it, so one of the same name can be made at once.

    https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_DeleteDBCluster.html
    """
    @around(rds.RDSBackend, "delete_db_cluster")
    def delete(original, self, cluster_identifier, *args, **fields):
        gone = original(self, cluster_identifier, *args, **fields)
        for name in [name for name in self.cluster_snapshots if name.startswith(f"rds:{gone.db_cluster_identifier}-")]:
            del self.cluster_snapshots[name]
        return gone


# What an option keeps beside its settings.
KEPT = ("Port", "OptionVersion", "DBSecurityGroupMemberships", "VpcSecurityGroupMemberships")


def offered(group):
    """The options that an engine of that version has, by name."""
    try:
        options = rds.RDSBackend.describe_option_group_options(group.engine_name, group.major_engine_version)
    except (InvalidParameterCombination, InvalidParameterValue):
        return {}
    return {option["Name"]: option for option in options}


def shown_setting(setting, given):
    """A setting as DescribeOptionGroups shows it: a password is masked."""
    name, default = setting["SettingName"], setting.get("DefaultValue")
    value = given.get(name, default)
    return {"Name": name, "Value": "****" if value and "PASSWORD" in name else value, "DefaultValue": default,
            "AllowedValues": setting.get("AllowedValues"), "ApplyType": setting.get("ApplyType"),
            "IsModifiable": setting.get("IsModifiable", True), "IsCollection": False}


@correction
def rds_136_options_are_kept_and_shown_whole():
    """An option keeps port, version and security groups, and shows all settings of its kind; unknown ones are refused.

    https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_ModifyOptionGroup.html
    https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_Option.html
    """
    def shown(self):
        known, all_options = offered(self), []
        for name, kept in self._options.items():
            kind = known[name]
            groups = {"VpcSecurityGroupMemberships": "VpcSecurityGroupId", "DBSecurityGroupMemberships": "DBSecurityGroupName"}
            members = {key: [{named: group, "Status": "active"} for group in kept.get(key, [])] for key, named in groups.items()}
            settings = [shown_setting(setting, kept["settings"]) for setting in kind.get("OptionGroupOptionSettings", [])]
            all_options.append({
                "OptionName": name, "OptionDescription": kind["Description"], "Persistent": kind["Persistent"],
                "Permanent": kind["Permanent"], "Port": kept.get("Port", kind.get("DefaultPort")),
                "OptionVersion": kept.get("OptionVersion"), "OptionSettings": settings, **members,
            })
        return all_options

    rds.OptionGroup.options = property(shown)

    @around(rds.OptionGroup, "add_options")
    def add(_original, self, options):
        known = offered(self)
        for option in options:
            kind = known.get(option["OptionName"])
            if kind is None:
                raise RDSClientError("InvalidParameterValue", f"Option not found: {option['OptionName']}")
            settings = {setting["SettingName"]: setting for setting in kind.get("OptionGroupOptionSettings", [])}
            for setting in option.get("OptionSettings") or []:
                if not settings.get(setting["Name"], {}).get("IsModifiable"):
                    raise RDSClientError("InvalidParameterValue", f"Option setting cannot be set: {setting['Name']}")
        for option in options:
            kept = self._options.setdefault(option["OptionName"], {"settings": {}})
            kept.update({key: option[key] for key in KEPT if option.get(key) is not None})
            kept["settings"].update({setting["Name"]: setting.get("Value") for setting in option.get("OptionSettings") or []})


@correction
def rds_137_option_groups_are_found_or_not():
    """DescribeOptionGroups without a name answers all there are; a database cannot get a group that does not exist.

    https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_DescribeOptionGroups.html
    https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_ModifyDBInstance.html
    """
    @around(rds.RDSBackend, "describe_option_groups")
    def describe(original, self, fields):
        if fields.get("option_group_name"):
            return original(self, fields)
        wanted = {key: fields[key] for key in ("engine_name", "major_engine_version") if fields.get(key)}
        return [group for group in self.option_groups.values() if all(getattr(group, key) == value for key, value in wanted.items())]

    @around(rds.RDSBackend, "modify_db_instance")
    def modify(original, self, identifier, fields):
        name = fields.get("option_group_name")
        if name and name not in self.option_groups and not name.startswith("default:"):
            raise OptionGroupNotFoundFaultError(name)
        return original(self, identifier, fields)
