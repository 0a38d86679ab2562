example-com-2026:
  boto_iam.server_cert_present:
    - public_key: |
        -----BEGIN CERTIFICATE-----
        ZXhhbXBsZSBvZiBhIGNlcnRpZmljYXRlLCB3aGljaCBpcyBub25l
        IG9mIGFueSBhdXRob3JpdHk=
        -----END CERTIFICATE-----
    - private_key: the key of the example
    - cert_chain: |
        -----BEGIN CERTIFICATE-----
        ZXhhbXBsZSBvZiBhIGNoYWlu
        -----END CERTIFICATE-----
    - path: /example/
    - profile: aws_profile

example-org-2026:
  boto3_iam.server_cert_present:
    - public_key: |
        -----BEGIN CERTIFICATE-----
        YW5vdGhlciBleGFtcGxl
        -----END CERTIFICATE-----
    - private_key: the key of the other example
    - profile: aws_profile
