# What an instance manages on itself (states/instance/). Assign it to instances in top.sls; every part may be left out.
instance:
  program:
    # One file with its digest, from https:// or s3://bucket/key; or a package 'repository' (https://packages.example.com stable main), 'key' with 'key_sha256', 'version'.
    source: https://artifacts.example.com/orchestrate-x86_64
    sha256: '0000000000000000000000000000000000000000000000000000000000000000'
  config:
    file_client: local
    file_roots:
      base: [/srv/service/current/states, /srv/base/current/states]
      testing: [/srv/trees/testing/states]
    pillar_roots:
      base: [/srv/service/current/pillar, /srv/base/current/pillar]
  trees:
    /srv/trees/testing:
      url: https://git.example.com/trees.git
      rev: testing
