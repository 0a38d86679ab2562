x:
  test.nop:
    - name: y
y:
  test.fail_without_changes:
    - name: x
a:
  test.nop:
    - require:
      - test: x
