a2:
  test.nop:
    - onlyif: test "$(pwd)" = /
    - cwd: /
a6:
  test.nop:
    - unless: test "$(umask)" = 0077
    - umask: '077'
a8:
  test.nop:
    - onlyif: test "$FOO" = bar
    - env:
      - FOO: bar
a9:
  test.nop:
    - fire_event: True
a10:
  test.nop:
    - reload_modules: True
    - reload_grains: True
    - reload_pillar: True
a11:
  test.nop:
    - watch:
      - test: b
    - retry:
        attempts: 2
        interval: 0
b:
  test.succeed_with_changes:
    - onlyif: "false"
