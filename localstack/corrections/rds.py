"""RDS."""

from moto.rds import models as rds
from moto.rds.exceptions import (
    DBParameterGroupNotFoundError,
    DBSubnetGroupNotFoundError,
    RDSClientError,
)

from .applying import around, correction

API = "https://docs.aws.amazon.com/AmazonRDS/latest/APIReference"


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
