a1:
  test.nop:
    - onlyif: 'true'
    - unless: 'true'
    - creates: /nothere
a2:
  test.nop:
    - onlyif: 'false'
    - unless: 'false'
    - creates: /nothere
a3:
  test.nop:
    - onlyif: 'true'
    - unless: 'false'
    - creates: /
a4:
  test.nop:
    - onlyif: 'true'
    - creates: /
a5:
  test.nop:
    - unless: 'false'
    - creates: /
a6:
  test.nop:
    - onlyif: 'false'
    - creates: [/nothere, /]
a7:
  test.nop:
    - onlyif:
      - fun: test.false
    - unless: 'false'
a8:
  test.nop:
    - onlyif: 5
    - unless: 'true'
a10:
  test.nop:
    - onlyif: 'true'
    - creates: [/tmp, /]
