include:
  - sub.empty
a:
  test.nop:
    - require:
      - sls: sub.empty
