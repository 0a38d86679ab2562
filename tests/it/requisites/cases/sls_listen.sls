include:
- sub.one
c:
  test.nop:
    - listen:
      - sls: sub.one
