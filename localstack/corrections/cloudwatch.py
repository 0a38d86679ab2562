"""CloudWatch."""

import functools

import cbor
from moto.moto_server.werkzeug_app import DomainDispatcherApplication

from .applying import around, correction


@correction
def cloudwatch_35_speaks_cbor():
    """CloudWatch takes requests over CBOR too, as some SDKs send them.

    https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/making-api-requests.html
    """
    @around(DomainDispatcherApplication, "__call__")
    def call(original, self, environ, start_response):
        return cbor.translate(functools.partial(original, self), environ, start_response)
