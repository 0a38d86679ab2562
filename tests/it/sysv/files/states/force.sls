change:
  test.succeed_with_changes: []
tinyd:
  service.running:
    - reload: True
    - force: True
    - watch:
      - test: change
