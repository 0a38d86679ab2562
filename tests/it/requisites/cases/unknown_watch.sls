b:
  test.nopp: []
c:
  test.nop:
    - watch: [{test: b}]
