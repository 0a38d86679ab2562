# Trees of states and pillar that are kept in Git. Instances that are deployed from artifacts need none.
{% for target, tree in salt['pillar.get']('instance:trees', {}).items() %}
{{ target }}:
  git.latest:
    - name: {{ tree.url }}
    - rev: {{ tree.rev }}
    - target: {{ target }}
    - force_reset: True
{% endfor %}
