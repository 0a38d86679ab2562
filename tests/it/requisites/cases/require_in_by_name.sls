z:
  test.nop:
    - name: zname
a:
  test.fail_without_changes:
    - require_in:
      - test: zname
