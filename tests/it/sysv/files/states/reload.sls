change:
  test.succeed_with_changes: []
tinyd:
  service.running:
    - reload: True
    - watch:
      - test: change
