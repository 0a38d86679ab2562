registration:
  gate:
    command: test -s /etc/myapp.conf
  wait: True
