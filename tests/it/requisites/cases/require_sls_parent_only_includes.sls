include:
  - sub.onlyinc
a:
  test.nop:
    - require:
      - sls: sub.onlyinc
