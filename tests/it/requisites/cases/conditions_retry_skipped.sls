a10:
  test.succeed_with_changes:
    - retry:
        attempts: 3
        interval: 0
    - unless: 'true'
a11:
  test.fail_without_changes:
    - retry:
        attempts: 3
        interval: 0
    - onlyif: 'false'
