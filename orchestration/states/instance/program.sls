# The program itself: from a package repository, or one file by its digest.
{% set program = salt['pillar.get']('instance:program', {}) %}
{% if program.repository is defined %}
/etc/apt/keyrings/orchestrate.asc:
  file.managed:
    - source: {{ program.key }}
    - source_hash: {{ program.key_sha256 }}
    - makedirs: True
    - mode: '0644'

/etc/apt/sources.list.d/orchestrate.list:
  file.managed:
    - contents: deb [signed-by=/etc/apt/keyrings/orchestrate.asc] {{ program.repository }}
    - mode: '0644'
    - require:
      - file: /etc/apt/keyrings/orchestrate.asc

orchestrate:
  pkg.installed:
    - version: '{{ program.version }}'
    - refresh: True
    - require:
      - file: /etc/apt/sources.list.d/orchestrate.list
{% elif program.source is defined %}
/usr/local/bin/orchestrate:
  file.managed:
    - source: {{ program.source }}
    - source_hash: {{ program.sha256 }}
    - mode: '0755'
{% endif %}
