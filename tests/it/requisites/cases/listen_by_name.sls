a:
  test.nop:
    - listen:
      - test: bname
b:
  test.succeed_with_changes:
    - name: bname
