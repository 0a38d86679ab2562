include:
  - sub.one
  - sub.two
a:
  test.nop:
    - require:
      - sls: sub.*
