a:
  test.nop:
    - require:
      - sls: require_sls_self
b:
  test.nop: []
