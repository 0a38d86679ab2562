a:
  test.show_notification:
    - text: hello
    - use_in:
      - test: b
b:
  test.show_notification:
    - name: bb
