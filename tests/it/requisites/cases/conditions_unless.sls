a1:
  test.succeed_with_changes:
    - unless: 'true'
a2:
  test.succeed_with_changes:
    - unless: 'false'
a3:
  test.succeed_with_changes:
    - unless:
      - 'true'
      - 'false'
a4:
  test.succeed_with_changes:
    - unless:
      - 'true'
      - 'true'
a5:
  test.succeed_with_changes:
    - unless:
      - fun: test.true
a6:
  test.succeed_with_changes:
    - unless:
      - fun: test.false
a7:
  test.succeed_with_changes:
    - unless:
      - fun: test.echo
        text: hello
a8:
  test.succeed_with_changes:
    - unless:
      - fun: test.echo
        args:
          - ''
a10:
  test.succeed_with_changes:
    - unless: True
a11:
  test.succeed_with_changes:
    - unless: False
a12:
  test.succeed_with_changes:
    - unless: nosuchcommandatall
a14:
  test.succeed_with_changes:
    - unless:
      - foo: bar
a15:
  test.succeed_with_changes:
    - unless:
      - fun: test.arg_repr
        args: [1, x]
        kw: 5
        get_return: nothing
a16:
  test.succeed_with_changes:
    - unless:
      - 'true'
      - fun: test.false
a17:
  test.succeed_with_changes:
    - unless: 5
