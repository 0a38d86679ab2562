change:
  test.succeed_with_changes: []
tinyd:
  service.dead:
    - watch:
      - test: change
