# Writes the program's configuration from the pillar.
{% if salt['pillar.get']('instance:config') %}
/etc/orchestrate/minion:
  file.serialize:
    - dataset_pillar: instance:config
    - serializer: yaml
    - mode: '0640'
    - makedirs: True
{% endif %}
