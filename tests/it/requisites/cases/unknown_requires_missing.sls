b:
  tst.nop:
    - require: [{test: nosuch}]
