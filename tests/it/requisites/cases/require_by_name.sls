a:
  test.nop:
    - require:
      - test: the name
b:
  test.fail_without_changes:
    - name: the name
