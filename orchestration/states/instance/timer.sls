# Runs the highstate every two minutes: with systemd if it runs, else with cron. Two runs never overlap, and failing runs are less frequent.
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
    # cron's default PATH has neither /usr/local nor the sbin directories.
    - name: PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin orchestrate -c /etc/orchestrate --splay 30 --single --back-off 3600 --out quiet state.highstate
    - identifier: orchestrate-highstate
    - user: root
    - minute: '*/2'
{% endif %}
