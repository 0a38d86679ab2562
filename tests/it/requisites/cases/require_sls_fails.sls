include:
  - sub.bad
a:
  test.nop:
    - require:
      - sls: sub.bad
