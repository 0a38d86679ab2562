# The program itself: from a package repository, or as one file with a known digest.
{% set program = salt['pillar.get']('instance:program', {}) %}
{% if program.repository is defined %}
deb [signed-by=/etc/apt/keyrings/orchestrate.asc] {{ program.repository }}:
  pkgrepo.managed:
    - file: /etc/apt/sources.list.d/orchestrate.list
    - key_url: {{ program.key }}
    - key_hash: '{{ program.key_sha256 }}'
    - aptkey: False
    - require_in:
      - pkg: orchestrate

orchestrate:
  pkg.installed:
    - version: '{{ program.version }}'
    - refresh: True

# The bootstrap's copy of the program is first in every PATH and would never be updated.
/usr/local/bin/orchestrate:
  file.symlink:
    - target: /usr/bin/orchestrate
    - force: True
    - require:
      - pkg: orchestrate
{% elif program.source is defined %}
/usr/local/bin/orchestrate:
  file.managed:
    - source: {{ program.source }}
    - source_hash: '{{ program.sha256 }}'
    - mode: '0755'
{% endif %}
