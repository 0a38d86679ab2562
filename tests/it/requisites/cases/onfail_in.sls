a:
  test.fail_without_changes:
    - onfail_in:
      - test: z
z:
  test.nop: []
