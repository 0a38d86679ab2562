"""DynamoDB."""

from moto.dynamodb.models import DynamoDBBackend
from moto.dynamodb.responses import DynamoHandler

from .applying import around, correction


@correction
def dynamodb_130_streams_begin_anew():
    """A table whose stream was switched off can have another one.

    https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_StreamSpecification.html
    """
    @around(DynamoDBBackend, "update_table_streams")
    def update(original, self, table, stream_specification):
        if not (table.stream_specification or {}).get("StreamEnabled"):
            table.latest_stream_label = None
        return original(self, table, stream_specification)


@correction
def dynamodb_131_encryption_changes():
    """UpdateTable changes how a table is encrypted.

    https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTable.html (SSESpecification)
    """
    @around(DynamoHandler, "update_table")
    def update(original, self):
        answer = original(self)
        if (wanted := self.body.get("SSESpecification")) is not None:
            self.dynamodb_backend.get_table(self.body["TableName"]).sse_specification = wanted
        return answer
