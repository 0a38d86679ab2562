a:
  test.mod_watch: []
b:
  test.mod_watch:
    - require:
      - test: a
