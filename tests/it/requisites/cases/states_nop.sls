a:
  test.nop:
    - foo: bar
b:
  test.succeed_without_changes:
    - foo: bar
c:
  test.succeed_with_changes:
    - foo: bar
d:
  test.fail_without_changes:
    - comment: hello
e:
  test.fail_with_changes:
    - comment: hello
f:
  test.succeed_without_changes:
    - comment: hello
g:
  test.succeed_with_changes:
    - comment: hello
h:
  test.nop:
    - comment: hello
i:
  test.nop:
    - name: 5
