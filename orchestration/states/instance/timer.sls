# The highstate every two minutes: by systemd where it runs, else by cron. Never two at once, rarer while it fails.
{% if grains.get('init') == 'systemd' %}
{% for unit in ['orchestrate-failed.service', 'orchestrate.service', 'orchestrate.timer'] %}
/etc/systemd/system/{{ unit }}:
  file.managed:
    - source: salt://instance/files/{{ unit }}
    - mode: '0644'
    - watch_in:
      - service: orchestrate.timer
{% endfor %}

orchestrate.timer:
  service.running:
    - enable: True
{% else %}
Highstate every two minutes:
  cron.present:
    # cron's own PATH has neither /usr/local nor the programs of administrators.
    - name: PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin orchestrate -c /etc/orchestrate --splay 30 --single --back-off 3600 --out quiet state.highstate
    - identifier: orchestrate-highstate
    - user: root
    - minute: '*/2'
{% endif %}
