# Trees of states and pillar in Git. An instance that is deployed from artifacts needs none.
{% for target, tree in salt['pillar.get']('instance:trees', {}).items() %}
{{ target }}:
  git.latest:
    - name: {{ tree.url }}
    - rev: {{ tree.rev }}
    - target: {{ target }}
    - force_reset: True
{% endfor %}
