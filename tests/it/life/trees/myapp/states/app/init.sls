# A service as trees have them: an account, a package, a configuration, code from a repository, a last check.
myapp:
  user.present:
    - home: /var/lib/myapp
    - shell: /usr/sbin/nologin
    - system: True

tree:
  pkg.installed: []

/etc/myapp.conf:
  file.managed:
    - source: salt://app/files/myapp.conf
    - template: jinja
    - user: myapp
    - mode: '0640'
    - require:
      - user: myapp

Code of myapp:
  git.latest:
    - name: /opt/code.git
    - target: /var/lib/myapp/code
    - require:
      - user: myapp

Nothing is broken:
  cmd.run:
    - name: echo 'this instance is broken' >&2; false
    - onlyif: test -e /etc/broken
