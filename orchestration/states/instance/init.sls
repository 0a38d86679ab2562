# An instance manages itself: its name, the program, its configuration, its trees, and the timer that applies all of it.
# The values are in the pillar: orchestration/pillar/instance.sls.
include:
  - instance.name
  - instance.program
  - instance.config
  - instance.trees
  - instance.timer
