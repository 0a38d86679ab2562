a1:
  test.fail_without_changes:
    - retry:
        attempts: 3
        interval: 0
a2:
  test.succeed_with_changes:
    - retry: True
a3:
  test.fail_without_changes:
    - retry:
        attempts: 2
        interval: 0
        until: False
a4:
  test.succeed_with_changes:
    - retry:
        attempts: 2
        interval: 0
        until: False
a5:
  test.fail_with_changes:
    - retry:
        attempts: 2
        interval: 0
a9:
  test.fail_without_changes:
    - retry:
        attempts: 1
        interval: 0
a14:
  test.fail_without_changes:
    - retry:
        attempts: 2
        interval: 0
    - require:
      - test: a1
a15:
  test.fail_without_changes:
    - retry:
        attempts: 2
        interval: 0
        foo: bar
a16:
  test.fail_without_changes:
    - comment: my text
    - retry:
        attempts: 2
        interval: 0
