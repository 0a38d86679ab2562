a1:
  test.succeed_with_changes:
    - onlyif: 'true'
a2:
  test.succeed_with_changes:
    - onlyif: 'false'
a3:
  test.succeed_with_changes:
    - onlyif:
      - 'true'
      - 'false'
a4:
  test.succeed_with_changes:
    - onlyif:
      - 'true'
      - 'true'
a5:
  test.succeed_with_changes:
    - onlyif:
      - fun: test.true
a6:
  test.succeed_with_changes:
    - onlyif:
      - fun: test.false
a7:
  test.succeed_with_changes:
    - onlyif:
      - fun: test.echo
        text: hello
a8:
  test.succeed_with_changes:
    - onlyif:
      - fun: test.echo
        args:
          - ''
a10:
  test.succeed_with_changes:
    - onlyif: True
a11:
  test.succeed_with_changes:
    - onlyif: False
a12:
  test.succeed_with_changes:
    - onlyif: nosuchcommandatall
a14:
  test.succeed_with_changes:
    - onlyif:
      - foo: bar
a15:
  test.succeed_with_changes:
    - onlyif: 5
a17:
  test.succeed_with_changes:
    - onlyif:
      - fun: test.kwarg
        get_return: nothing
        x: 1
a18:
  test.succeed_with_changes:
    - onlyif:
      - fun: test.kwarg
        get_return: x
        x: 1
a19:
  test.succeed_with_changes:
    - onlyif:
      - fun: test.arg
        get_return: kwargs:x
        x: ''
a20:
  test.succeed_with_changes:
    - onlyif:
      - fun: test.arg
        get_return: kwargs:x
        x: y
a21:
  test.succeed_with_changes:
    - onlyif: 'exit 3'
