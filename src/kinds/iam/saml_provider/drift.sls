example-sso:
  boto3_iam.saml_provider_present:
    - saml_metadata_document: |
        <EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://sso.example.org/metadata">
          <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
            <KeyDescriptor use="signing">
              <KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#">
                <X509Data>
                  <X509Certificate>
                    ZXhhbXBsZSBvZiBhIHNpZ25pbmcgY2VydGlmaWNhdGUgb2Ygc3NvLmV4YW1wbGUub3JnLCBvZiBu
                    byBhdXRob3JpdHkuIGV4YW1wbGUgb2YgYSBzaWduaW5nIGNlcnRpZmljYXRlIG9mIHNzby5leGFt
                    cGxlLm9yZywgb2Ygbm8gYXV0aG9yaXR5LiBleGFtcGxlIG9mIGEgc2lnbmluZyBjZXJ0aWZpY2F0
                    ZSBvZiBzc28uZXhhbXBsZS5vcmcsIG9mIG5vIGF1dGhvcml0eS4gZXhhbXBsZSBvZiBhIHNpZ25p
                    bmcgY2VydGlmaWNhdGUgb2Ygc3NvLmV4YW1wbGUub3JnLCBvZiBubyBhdXRob3JpdHkuIGV4YW1w
                    bGUgb2YgYSBzaWduaW5nIGNlcnRpZmljYXRlIG9mIHNzby5leGFtcGxlLm9yZywgb2Ygbm8gYXV0
                    aG9yaXR5LiBleGFtcGxlIG9mIGEgc2lnbmluZyBjZXJ0aWZpY2F0ZSBvZiBzc28uZXhhbXBsZS5v
                    cmcsIG9mIG5vIGF1dGhvcml0eS4gZXhhbXBsZSBvZiBhIHNpZ25pbmcgY2VydGlmaWNhdGUgb2Yg
                    c3NvLmV4YW1wbGUub3JnLCBvZiBubyBhdXRob3JpdHkuIGV4YW1wbGUgb2YgYSBzaWduaW5nIGNl
                    cnRpZmljYXRlIG9mIHNzby5leGFtcGxlLm9yZywgb2Ygbm8gYXV0aG9yaXR5LiBleGFtcGxlIG9m
                    IGEgc2lnbmluZyBjZXJ0aWZpY2F0ZSBvZiBzc28uZXhhbXBsZS5vcmcsIG9mIG5vIGF1dGhvcml0
                    eS4gZXhhbXBsZSBvZiBhIHNpZ25pbmcgY2VydGlmaWNhdGUgb2Ygc3NvLmV4YW1wbGUub3JnLCBv
                    ZiBubyBhdXRob3JpdHkuIGV4YW1wbGUgb2YgYSBzaWduaW5nIGNlcnRpZmljYXRlIG9mIHNzby5l
                    eGFtcGxlLm9yZywgb2Ygbm8gYXV0aG9yaXR5LiBleGFtcGxlIG9mIGEgc2lnbmluZyBjZXJ0aWZp
                    Y2F0ZSBvZiBzc28uZXhhbXBsZS5vcmcsIG9mIG5vIGF1dGhvcml0eS4gZXhhbXBsZSBvZiBhIHNp
                    Z25pbmcgY2VydGlmaWNhdGUgb2Ygc3NvLmV4YW1wbGUub3JnLCBvZiBubyBhdXRob3JpdHkuIGV4
                    YW1wbGUgb2YgYSBzaWduaW5nIGNlcnRpZmljYXRlIG9mIHNzby5leGFtcGxlLm9yZywgb2Ygbm8g
                    YXV0aG9yaXR5LiA=
                  </X509Certificate>
                </X509Data>
              </KeyInfo>
            </KeyDescriptor>
            <SingleSignOnService
              Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
              Location="https://sso.example.org/sign-in"/>
          </IDPSSODescriptor>
        </EntityDescriptor>
    - profile: aws_profile
