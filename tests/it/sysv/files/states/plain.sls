change:
  test.succeed_with_changes: []
tinyd:
  service.running:
    - watch:
      - test: change
