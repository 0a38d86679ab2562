# Sets the host name of an instance of an Auto Scaling group by convention: myapp-testing-useast1-0123456789abcdef0.
{% set name = grains.get('service_host_name') %}
{% if name %}
/etc/hostname:
  file.managed:
    - contents: {{ name }}
    - mode: '0644'

Own name leads to this machine:
  host.present:
    - name: {{ name }}
    - ip: 127.0.1.1
    - clean: True

Kernel knows the name:
  cmd.run:
    - name: hostname -F /etc/hostname
    - unless: test "$(hostname)" = '{{ name }}'
    - require:
      - file: /etc/hostname
{% endif %}
