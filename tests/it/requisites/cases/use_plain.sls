a:
  test.configurable_test_state:
    - name: aname
    - use:
      - test: b
b:
  test.configurable_test_state:
    - name: bname
    - changes: True
    - result: False
    - comment: from b
    - require:
      - test: c
c:
  test.nop: []
