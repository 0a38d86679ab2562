"""Cases of SELinux. See cases.py, and selinux.sh for the programs."""

from cases import case, state, tree

CONFIG = "# SELINUX= can take one of these values\nSELINUX=permissive\nSELINUXTYPE=targeted\n"
WEB = "system_u:object_r:httpd_sys_content_t:s0"
OTHER = "unconfined_u:object_r:default_t:s0"
KNOWN = {
    "etc/selinux/config": CONFIG,
    "etc/selinux.kernel/enforce": "0\n",
    "etc/selinux.known/booleans": "httpd_can_network_connect off off\nvirt_use_usb on on\nonly_now on off\n",
    "etc/selinux.known/modules": "web on aa\nold off bb\n",
    "etc/selinux.known/files": f"/srv/www(/.*)?|all files|{WEB}\n/usr/lib|directory|system_u:object_r:lib_t:s0\n/srv/log|regular file|system_u:object_r:var_log_t:s0\n",
    "etc/selinux.known/ports": "http_port_t tcp 80, 81, 443\nssh_port_t tcp 22\n",
    "etc/selinux.known/labels": f"/srv/www|{OTHER}|{WEB}\n/srv/www/index|{OTHER}|{WEB}\n/srv/fine|{WEB}|{WEB}\n",
    "etc/modules/new.pp": "new",
    "etc/modules/web.pp": "web",
}


def selinux(name, function, arguments, before=None):
    case(name, f"selinux.{function}", arguments, before=KNOWN | (before or {}))


selinux("same", "mode", {"name": "permissive"})
selinux("enforcing", "mode", {"name": "enforcing"})
selinux("only_kernel", "mode", {"name": "enforcing"}, {"etc/selinux/config": CONFIG.replace("=permissive", "=enforcing")})
selinux("only_config", "mode", {"name": "permissive"}, {"etc/selinux/config": CONFIG.replace("=permissive", "=enforcing")})
selinux("disabled", "mode", {"name": "disabled"}, {"etc/selinux.kernel/enforce": "1\n"})
selinux("first_line", "mode", {"name": "enforcing"}, {"etc/selinux/config": "SELINUX=permissive\n"})
selinux("unknown", "mode", {"name": "sometimes"})
off = dict(KNOWN)
del off["etc/selinux.kernel/enforce"]
case("when_disabled", "selinux.mode", {"name": "enforcing"}, before=off)
case("disabled_same", "selinux.mode", {"name": "disabled"}, before=off | {"etc/selinux/config": CONFIG.replace("=permissive", "=disabled")})

selinux("same", "boolean", {"name": "virt_use_usb", "value": True})
selinux("same_persist", "boolean", {"name": "virt_use_usb", "value": "on", "persist": True})
selinux("on", "boolean", {"name": "httpd_can_network_connect", "value": True})
selinux("on_persist", "boolean", {"name": "httpd_can_network_connect", "value": 1, "persist": True})
selinux("persist_only", "boolean", {"name": "only_now", "value": "yes", "persist": True})
selinux("off", "boolean", {"name": "virt_use_usb", "value": False})
selinux("unknown", "boolean", {"name": "nosuch", "value": True})
selinux("bad_value", "boolean", {"name": "virt_use_usb", "value": "maybe"})

selinux("same", "module", {"name": "web"})
selinux("enable", "module", {"name": "old", "module_state": "Enabled"})
selinux("disable", "module", {"name": "web", "module_state": "disabled"})
selinux("unknown", "module", {"name": "nosuch"})
selinux("bad_state", "module", {"name": "web", "module_state": "sometimes"})
selinux("version", "module", {"name": "web", "version": "1.0"})
selinux("both", "module", {"name": "web", "install": True, "remove": True})
selinux("install", "module", {"name": "new", "install": True, "source": "/etc/modules/new.pp"})
selinux("remove", "module", {"name": "web", "remove": True})
selinux("new", "module_install", {"name": "/etc/modules/new.pp"})
selinux("other", "module_install", {"name": "/etc/modules/web.pp"})
selinux("missing", "module_install", {"name": "/etc/modules/nosuch.pp"})
selinux("there", "module_remove", {"name": "web"})
selinux("not_there", "module_remove", {"name": "nosuch"})

selinux("same", "fcontext_policy_present", {"name": "/srv/www(/.*)?", "sel_type": "httpd_sys_content_t"})
selinux("new", "fcontext_policy_present", {"name": "/srv/new(/.*)?", "sel_type": "httpd_sys_content_t"})
selinux("new_all", "fcontext_policy_present", {"name": "/srv/new", "sel_type": "lib_t", "filetype": "d", "sel_user": "unconfined_u", "sel_level": "s0:c1"})
selinux("other_type", "fcontext_policy_present", {"name": "/srv/www(/.*)?", "sel_type": "httpd_sys_rw_content_t"})
selinux("other_files", "fcontext_policy_present", {"name": "/srv/www(/.*)?", "sel_type": "httpd_sys_content_t", "filetype": "f"})
selinux("bad_files", "fcontext_policy_present", {"name": "/srv/www(/.*)?", "sel_type": "x_t", "filetype": "z"})
selinux("there", "fcontext_policy_absent", {"name": "/srv/www(/.*)?"})
selinux("there_files", "fcontext_policy_absent", {"name": "/srv/log", "filetype": "f", "sel_type": "var_log_t"})
selinux("not_there", "fcontext_policy_absent", {"name": "/srv/nosuch"})
selinux("other_type", "fcontext_policy_absent", {"name": "/srv/www(/.*)?", "sel_type": "lib_t"})
selinux("of_policy", "fcontext_policy_absent", {"name": "/usr/lib", "filetype": "d"})
selinux("new", "fcontext_policy_applied", {"name": "/srv/www"})
selinux("recursive", "fcontext_policy_applied", {"name": "/srv/www", "recursive": True})
selinux("same", "fcontext_policy_applied", {"name": "/srv/fine"})
selinux("missing", "fcontext_policy_applied", {"name": "/srv/nosuch"})

selinux("same", "port_policy_present", {"name": "tcp/443", "sel_type": "http_port_t"})
selinux("new", "port_policy_present", {"name": "tcp/8080", "sel_type": "http_port_t"})
selinux("new_type", "port_policy_present", {"name": "web", "sel_type": "myapp_port_t", "protocol": "udp", "port": "8000-8010", "sel_range": "s0"})
selinux("other_type", "port_policy_present", {"name": "tcp/81", "sel_type": "myapp_port_t"})
selinux("bad", "port_policy_present", {"name": "web", "sel_type": "http_port_t"})
selinux("there", "port_policy_absent", {"name": "tcp/81"})
selinux("there_type", "port_policy_absent", {"name": "tcp/81", "sel_type": "http_port_t"})
selinux("other_type", "port_policy_absent", {"name": "tcp/81", "sel_type": "ssh_port_t"})
selinux("not_there", "port_policy_absent", {"name": "tcp/8080"})
tree("selinux_rule_and_labels", state("/srv/www(/.*)?", "selinux.fcontext_policy_present", {"sel_type": "httpd_sys_content_t"}) + state("/srv/www", "selinux.fcontext_policy_applied", {"recursive": True}), before=KNOWN)
