a:
  tst.nop:
    - unless: 'true'
b:
  tst.nop:
    - onlyif: 'false'
c:
  tst.nop:
    - check_cmd: ['true']
d:
  tst.nop:
    - creates: /
