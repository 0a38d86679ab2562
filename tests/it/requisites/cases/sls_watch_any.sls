include:
- sub.one
c:
  test.nop:
    - watch_any:
      - sls: sub.one
