sk:
  test.nop:
    - onchanges:
      - test: ok
ok:
  test.nop: []
bad:
  test.fail_without_changes: []
a:
  test.nop:
    - require_any:
      - test: sk
      - test: bad
b:
  test.nop:
    - require_any:
      - test: sk
      - test: bad
      - test: ok
c:
  test.nop:
    - require_any:
      - test: sk
d:
  test.nop:
    - watch_any:
      - test: sk
      - test: bad
e:
  test.nop:
    - watch_any:
      - test: sk
f:
  test.nop:
    - require:
      - test: sk
    - onfail:
      - test: sk
g:
  test.nop:
    - onfail_any:
      - test: sk
      - test: bad
h:
  test.nop:
    - onfail:
      - test: sk
    - watch:
      - test: ch
ch:
  test.succeed_with_changes: []
i:
  test.nop:
    - onchanges_any:
      - test: sk
      - test: ch
j:
  test.nop:
    - require_any:
      - test: sk
      - test: ok
k:
  test.nop:
    - require_any:
      - test: cond
      - test: bad
cond:
  test.nop:
    - onlyif: 'false'
