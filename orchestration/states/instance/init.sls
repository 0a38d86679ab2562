# An instance keeps itself: its name, the program, its configuration, its trees, and the timer that applies all of it.
# What it is to keep says the pillar: orchestration/pillar/instance.sls.
include:
  - instance.name
  - instance.program
  - instance.config
  - instance.trees
  - instance.timer
