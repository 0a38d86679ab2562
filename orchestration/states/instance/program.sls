# The program itself: from a package repository, or one file by its digest.
{% set program = salt['pillar.get']('instance:program', {}) %}
{% if program.repository is defined %}
Repository of orchestrate:
  pkgrepo.managed:
    - name: {{ program.repository }}
    - file: /etc/apt/sources.list.d/orchestrate.list
    - key_url: {{ program.key }}
    - aptkey: False

orchestrate:
  pkg.installed:
    - version: {{ program.version }}
    - require:
      - pkgrepo: Repository of orchestrate
{% elif program.source is defined %}
/usr/local/bin/orchestrate:
  file.managed:
    - source: {{ program.source }}
    - source_hash: {{ program.sha256 }}
    - mode: '0755'
{% endif %}
