example-com-2026:
  boto_iam.server_cert_absent:
    - profile: aws_profile

example-org-2026:
  boto3_iam.server_cert_present:
    - public_key: |
        -----BEGIN CERTIFICATE-----
        YW5vdGhlci
        BleGFtcGxl
        -----END CERTIFICATE-----
    - private_key: the key of the other example
    - profile: aws_profile

example-net-2026:
  boto_iam.server_cert_present:
    - public_key: |
        -----BEGIN CERTIFICATE-----
        YSB0aGlyZCBleGFtcGxl
        -----END CERTIFICATE-----
    - private_key: the key of the third example
    - profile: aws_profile
