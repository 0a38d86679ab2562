a:
  test.check_pillar:
    - present: [one, two]
c:
  test.check_pillar:
    - string: one
    - integer: [two]
    - verbose: True
d:
  test.check_pillar:
    - boolean: [b]
    - present: [s, "d:x"]
    - integer: [i]
    - string: [s]
    - listing: [l]
    - dictionary: [d]
e:
  test.check_pillar:
    - boolean: [s]
    - integer: [b]
    - string: [i]
    - listing: [d]
    - dictionary: [l]
f:
  test.check_pillar:
    - boolean: [s]
    - integer: [s, nope]
    - string: [i]
    - listing: [d]
    - dictionary: [l]
    - present: [nope]
    - verbose: True
g:
  test.check_pillar:
    - present: s
h:
  test.check_pillar:
    - present: s
    - verbose: True
j:
  test.check_pillar:
    - present: [n]
k:
  test.check_pillar:
    - string: [n, e]
l:
  test.check_pillar:
    - string: [s, i]
    - integer: [zz]
    - verbose: True
m:
  test.check_pillar:
    - string: [s]
    - integer: [i]
    - verbose: True
o:
  test.check_pillar:
    - string: [e]
    - present: ["d:x"]
