a:
  test.show_notification:
    - text: hello there
c:
  test.show_notification:
    - text: hello
    - name: other
