include:
  - sub.one
a:
  test.nop:
    - listen:
      - sls: sub.one
