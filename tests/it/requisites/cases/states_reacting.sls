d:
  test.succeed_with_changes: []
e:
  test.show_notification:
    - text: x
    - watch:
      - test: d
f:
  test.succeed_without_changes:
    - watch:
      - test: d
g:
  test.check_pillar:
    - present: s
    - watch:
      - test: d
