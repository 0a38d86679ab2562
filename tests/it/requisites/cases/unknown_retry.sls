a:
  tst.nop:
    - retry: {attempts: 2, interval: 1}
