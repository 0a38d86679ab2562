include:
  - sub.bad
