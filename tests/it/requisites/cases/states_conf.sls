a:
  test.configurable_test_state: []
b:
  test.configurable_test_state:
    - changes: False
c:
  test.configurable_test_state:
    - result: False
    - comment: hi
d:
  test.configurable_test_state:
    - result: False
    - changes: False
    - allow_test_mode_failure: False
e:
  test.configurable_test_state:
    - warnings: careful
f:
  test.configurable_test_state:
    - warnings:
      - one
      - two
g:
  test.configurable_test_state:
    - allow_test_mode_failure: False
h:
  test.configurable_test_state:
    - allow_test_mode_failure: False
    - result: False
i:
  test.configurable_test_state:
    - comment: five
j:
  test.configurable_test_state:
    - changes: False
    - result: False
    - comment: nope
m:
  test.configurable_test_state:
    - result: False
    - changes: False
    - allow_test_mode_failure: True
n:
  test.configurable_test_state:
    - result: False
    - allow_test_mode_failure: True
    - comment: told
l:
  test.configurable_test_state:
    - changes: False
    - comment: yes it is
    - allow_test_mode_failure: False
