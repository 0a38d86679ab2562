include:
  - sub.parent
a:
  test.nop:
    - require:
      - sls: sub.parent
