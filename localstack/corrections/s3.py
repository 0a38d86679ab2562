"""S3."""

from moto.s3.responses import S3Response

from .applying import around, correction

#: What moto calls the root of an answer, and what AWS does.
ROOTS = {
    "get_bucket_versioning": ("GetBucketVersioningResponse", "VersioningConfiguration"),
    "get_bucket_notification": ("GetBucketNotificationResponse", "NotificationConfiguration"),
}


@correction
def s3_58_answers_have_their_roots():
    """The root of an answer is named as in the API's reference.

    https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketVersioning.html#API_GetBucketVersioning_ResponseSyntax
    https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketNotificationConfiguration.html
    """
    for method, (theirs, right) in ROOTS.items():
        rename(method, theirs, right)


#: What S3 answers for a bucket whose owner pays.
OWNER_PAYS = (
    '<RequestPaymentConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">'
    "<Payer>BucketOwner</Payer></RequestPaymentConfiguration>"
)


@correction
def s3_133_the_owner_pays():
    """The owner of a bucket pays, unless somebody has said otherwise.

    https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketRequestPayment.html
    """
    @around(S3Response, "_bucket_response_get")
    def get(original, self, bucket_name, querystring):
        if "requestPayment" in querystring:
            self.backend.head_bucket(bucket_name)
            return 200, {}, OWNER_PAYS
        return original(self, bucket_name, querystring)


def rename(method, theirs, right):
    """Renames the root of what a method answers."""
    @around(S3Response, method)
    def answer(original, self):
        status, headers, body = original(self)
        text = body.decode() if isinstance(body, bytes) else body
        return status, headers, text.replace(theirs, right)
