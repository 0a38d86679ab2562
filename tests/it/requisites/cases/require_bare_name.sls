a:
  test.nop:
    - require:
      - the name
b:
  test.nop:
    - name: the name
