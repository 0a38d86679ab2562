a:
  nomod.nofun: []
