change:
  test.succeed_with_changes: []
tinyd:
  service.running:
    - full_restart: True
    - watch:
      - test: change
