a:
  test.nop: []
  file.exists:
    - name: /
b:
  test.nop:
    - require:
      - a
