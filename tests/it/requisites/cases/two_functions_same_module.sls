x:
  test.nop: []
y:
  test.fail_without_changes:
    - name: x
b:
  test.nop:
    - require:
      - test: x
