"""Calls with a client token: sent again, such a call answers what it answered the first time, and makes nothing.

The token with other parameters is refused. EC2 keeps a token for a day at least; here it is kept as long as the account.

https://docs.aws.amazon.com/ec2/latest/devguide/ec2-api-idempotency.html
"""

from .wording import Refusal

TOKEN = "ClientToken"

#: (operation, region, token) → parameters and answer.
ANSWERED = {}


def forget():
    """No token was used: the account is empty."""
    ANSWERED.clear()


def key_of(call):
    """Gives the key of a call with a client token, or None."""
    if call.service != "ec2" or call.is_read or not (call.params or {}).get(TOKEN):
        return None
    return call.name, call.region, call.params[TOKEN]


def before(call):
    """Gives the answer that the same call got before, or None."""
    known = ANSWERED.get(key_of(call))
    if known is None:
        return None
    params, answer = known
    if params != call.params:
        raise Refusal("IdempotentParameterMismatch", "The request uses the same client token as a previous, but non-identical "
                                                     "request. Do not reuse a client token with different requests, unless the "
                                                     "requests are identical.")
    return answer


def after(call, answer):
    """Notes what a call was answered that was carried out."""
    key = key_of(call)
    if key is not None:
        ANSWERED[key] = (call.params, answer)
