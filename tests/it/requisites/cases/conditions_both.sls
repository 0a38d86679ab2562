a1:
  test.succeed_with_changes:
    - onlyif: 'false'
    - unless: 'true'
a2:
  test.succeed_with_changes:
    - onlyif: 'true'
    - unless: 'true'
a3:
  test.succeed_with_changes:
    - onlyif: 'true'
    - unless: 'false'
a4:
  test.succeed_with_changes:
    - onlyif: 'false'
    - creates: /
a5:
  test.succeed_with_changes:
    - unless: 'true'
    - creates: /
