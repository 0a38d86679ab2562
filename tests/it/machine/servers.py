"""Cases of what servers and languages keep: Apache, htpasswd, debconf, supervisord, npm, gem, Augeas. See cases.py."""

from cases import case, state, tree

# apache
APACHE = {
    "etc/apache2/mods-available/rewrite.load": "LoadModule rewrite_module\n",
    "etc/apache2/mods-available/ssl.load": "# Depends: mime\nLoadModule ssl_module\n",
    "etc/apache2/mods-available/ssl.conf": "SSLRandomSeed startup builtin\n",
    "etc/apache2/mods-available/mime.load": "LoadModule mime_module\n",
    "etc/apache2/mods-enabled/status.load": "-> ../mods-available/status.load",
    "etc/apache2/mods-available/status.load": "LoadModule status_module\n",
    "etc/apache2/sites-available/www.example.com.conf": "<VirtualHost *:80>\n",
    "etc/apache2/sites-enabled/000-default.conf": "-> ../sites-available/000-default.conf",
    "etc/apache2/sites-available/000-default.conf": "<VirtualHost *:80>\n",
    "etc/apache2/conf-available/security.conf": "ServerTokens OS\n",
    "etc/apache2/conf-enabled/charset.conf": "-> ../conf-available/charset.conf",
    "etc/apache2/conf-available/charset.conf": "# AddDefaultCharset UTF-8\n",
}


def apache(name, function, ident, before=None):
    case(name, f"apache_{function}", {"name": ident}, before=APACHE | (before or {}))


apache("new", "module.enabled", "rewrite")
apache("with_needed", "module.enabled", "ssl")
apache("same", "module.enabled", "status")
apache("file", "module.enabled", "status.load")
apache("missing", "module.enabled", "nosuch")
apache("there", "module.disabled", "status")
apache("not_there", "module.disabled", "rewrite")
apache("needed", "module.disabled", "mime", {
    "etc/apache2/mods-enabled/mime.load": "-> ../mods-available/mime.load",
    "etc/apache2/mods-enabled/ssl.load": "-> ../mods-available/ssl.load",
})
apache("new", "site.enabled", "www.example.com")
apache("default", "site.enabled", "default")
apache("missing", "site.enabled", "nosuch")
apache("there", "site.disabled", "000-default")
apache("not_there", "site.disabled", "www.example.com")
apache("new", "conf.enabled", "security")
apache("same", "conf.enabled", "charset.conf")
apache("missing", "conf.enabled", "nosuch")
apache("there", "conf.disabled", "charset")
apache("not_there", "conf.disabled", "security")

# webutil
USERS = {"etc/web/users": "ops:terces\nold:x\n"}


def webutil(name, function, arguments, before=None):
    whole = {"name": "ops", "htpasswd_file": "/etc/web/users"} | arguments
    case(name, f"webutil.{function}", whole, before=USERS if before is None else before)


webutil("new", "user_exists", {"name": "new", "password": "secret"})
webutil("new_file", "user_exists", {"password": "secret"}, {"etc/web": None})
webutil("new_options", "user_exists", {"name": "new", "password": "secret", "options": "B"})
webutil("there", "user_exists", {"password": "secret"})
webutil("there_other", "user_exists", {"password": "other"})
webutil("update", "user_exists", {"password": "other", "update": True})
webutil("update_same", "user_exists", {"password": "secret", "update": True})
webutil("force", "user_exists", {"password": "secret", "force": True})
webutil("no_directory", "user_exists", {"password": "secret", "htpasswd_file": "/etc/nosuch/users"})
webutil("there", "user_absent", {})
webutil("not_there", "user_absent", {"name": "op"})
webutil("no_file", "user_absent", {}, {})

# debconf, by its real programs
DATABASES = """Config: configdb
Templates: templatedb

Name: config
Driver: File
Mode: 644
Reject-Type: password
Filename: /etc/debconf/config.dat

Name: passwords
Driver: File
Mode: 600
Backup: false
Required: false
Accept-Type: password
Filename: /etc/debconf/passwords.dat

Name: configdb
Driver: Stack
Stack: config, passwords

Name: templatedb
Driver: File
Mode: 644
Filename: /etc/debconf/templates.dat
"""
DEBCONF = {
    "etc/debconf.conf": DATABASES,
    "etc/debconf/config.dat": "Name: mail/name\nTemplate: mail/name\nValue: mail.example.com\nOwners: mail\nFlags: seen\n\nName: mail/relay\nTemplate: mail/relay\nValue: true\nOwners: mail\nFlags: seen\n\n",
    "etc/debconf/passwords.dat": ("Name: mail/password\nTemplate: mail/password\nValue: secret\nOwners: mail\nFlags: seen\n\n", "0600"),
    "etc/debconf/templates.dat": "".join(
        f"Name: {name}\nDescription: Dummy template\nExtended_description: A fake.\nType: {kind}\nOwners: {name}\n\n"
        for name, kind in {"mail/name": "string", "mail/password": "password", "mail/relay": "boolean"}.items()
    ),
}


def debconf(name, data, **more):
    case(name, "debconf.set", {"name": "mail", "data": data}, before=DEBCONF, **more)


def answer(kind, value):
    return {"type": kind, "value": value}


debconf("same", {"mail/name": answer("string", "mail.example.com"), "mail/relay": answer("boolean", True)})
debconf("other", {"mail/name": answer("string", "other.example.com"), "mail/relay": answer("boolean", True)})
debconf("new", {"mail/list": answer("multiselect", "one, two"), "mail/port": answer("string", 25)})
debconf("boolean", {"mail/relay": answer("boolean", False)})
debconf("boolean_text", {"mail/relay": answer("boolean", "false")})
debconf("password", {"mail/password": answer("password", "other")})
debconf("password_same", {"mail/password": answer("password", "secret")})
debconf("other_type", {"mail/name": answer("select", "mail.example.com")})
debconf("empty", {"mail/name": answer("string", "")})
case("other_package", "debconf.set", {"name": "post", "data": {"mail/name": answer("string", "mail.example.com")}}, before=DEBCONF)
ANSWERS = "# ours\nmail mail/name string mail.example.com\nmail mail/relay boolean {{ relay }}\n"
case("new", "debconf.set_file", {"name": "x", "source": "salt://answers"}, before=DEBCONF, files={"answers": ANSWERS.replace("{{ relay }}", "false")})
case("same", "debconf.set_file", {"name": "x", "source": "salt://answers"}, before=DEBCONF, files={"answers": ANSWERS.replace("{{ relay }}", "true")})
case("template", "debconf.set_file", {"name": "x", "source": "salt://answers", "template": "jinja", "context": {"relay": "false"}}, before=DEBCONF, files={"answers": ANSWERS})
case("missing", "debconf.set_file", {"name": "x", "source": "salt://nosuch"}, before=DEBCONF)
case("context", "debconf.set_file", {"name": "x", "source": "salt://answers", "context": "relay"}, before=DEBCONF, files={"answers": ANSWERS})

# supervisord
SUPERVISED = {
    "etc/supervised/web": "RUNNING\n",
    "etc/supervised/worker": "STOPPED\n",
    "etc/supervised/all:a": "RUNNING\n",
    "etc/supervised/all:b": "EXITED\n",
    "etc/supervisor.d/web": "",
    "etc/supervisor.d/new": "",
    "etc/supervisor.d/more:a": "",
    "etc/supervisor.d/broken": "broken\n",
    "etc/supervised/broken": "FATAL\n",
}


def supervisord(name, function, arguments, before=None):
    case(name, f"supervisord.{function}", arguments, before=SUPERVISED | (before or {}))


supervisord("same", "running", {"name": "web"})
supervisord("stopped", "running", {"name": "worker"})
supervisord("restart", "running", {"name": "web", "restart": True})
supervisord("restart_stopped", "running", {"name": "worker", "restart": True})
supervisord("new", "running", {"name": "new"})
supervisord("group", "running", {"name": "all:"})
supervisord("group_star", "running", {"name": "all:*"})
supervisord("group_new", "running", {"name": "more:"})
supervisord("update", "running", {"name": "web", "update": True})
supervisord("update_changed", "running", {"name": "web", "update": True}, {"etc/supervisor.d/web": "changed\n"})
supervisord("update_new", "running", {"name": "new", "update": True})
supervisord("missing", "running", {"name": "nosuch"})
supervisord("broken", "running", {"name": "broken"})
supervisord("there", "dead", {"name": "web"})
supervisord("stopped", "dead", {"name": "worker"})
supervisord("missing", "dead", {"name": "nosuch"})
supervisord("group", "dead", {"name": "all:"})
WATCH = state("/etc/web.conf", "file.managed", {"contents": "x"}) + state("web", "supervisord.running", {"watch": [{"file": "/etc/web.conf"}]})
tree("supervisord_watch", WATCH, before=SUPERVISED)

# npm
NODE = {"etc/npm/there": "1.2.0\n", "etc/npm/@own!scoped": "2.0.0\n"}
PROJECT = {"etc/app/wanted": "there\nnew@2.0.0\n", "etc/app/node_modules/there": "1.0.0\n"}


def npm(name, function, arguments, before=None):
    case(name, f"npm.{function}", arguments, before=NODE if before is None else before)


npm("same", "installed", {"name": "there"})
npm("same_version", "installed", {"name": "there@1.2.0"})
npm("same_range", "installed", {"name": "there@^1"})
npm("scoped", "installed", {"name": "@own/scoped@2.0.0"})
npm("other_version", "installed", {"name": "there@1.3.0"})
npm("new", "installed", {"name": "new"})
npm("several", "installed", {"name": "x", "pkgs": ["there", "new@2.0.0"]})
npm("force", "installed", {"name": "there", "force_reinstall": True})
npm("project", "installed", {"name": "more", "dir": "/etc/app"}, PROJECT)
npm("missing", "installed", {"name": "nosuch"})
npm("no_directory", "installed", {"name": "more", "dir": "/etc/nosuch"})
npm("there", "removed", {"name": "there"})
npm("not_there", "removed", {"name": "nosuch"})
npm("new", "bootstrap", {"name": "/etc/app"}, PROJECT)
npm("same", "bootstrap", {"name": "/etc/app"}, PROJECT | {"etc/app/wanted": "there\n"})

# gem
RUBY = {"etc/gems/there": "1.2.0\n1.1.0\n", "etc/gems/thereafter": "3.0.0\n", "etc/gem.sources": "https://rubygems.org/\n"}


def gem(name, function, arguments):
    case(name, f"gem.{function}", {"name": "there"} | arguments, before=RUBY)


gem("same", "installed", {})
gem("same_version", "installed", {"version": "1.1.0"})
gem("condition", "installed", {"version": ">= 1.2"})
gem("condition_other", "installed", {"version": ">= 2"})
gem("other_version", "installed", {"version": "1.3.0"})
gem("about", "installed", {"version": "~> 1.1"})
gem("new", "installed", {"name": "new"})
gem("new_all", "installed", {"name": "new", "version": "2.0", "rdoc": True, "pre_releases": True, "source": "https://gems.example.com"})
gem("missing", "installed", {"name": "nosuch"})
gem("there", "removed", {})
gem("not_there", "removed", {"name": "ther"})
gem("same", "sources_add", {"name": "https://rubygems.org/"})
gem("not_there", "sources_remove", {"name": "https://gems.example.com"})

# augeas, by its real program


def augeas(name, changes, **more):
    case(name, "augeas.change", {"name": "x", "changes": changes} | more)


augeas("set", ["set 1/canonical here"], context="/files/etc/hosts", lens="Hosts.lns")
augeas("same", ["set 1/canonical localhost"], context="/files/etc/hosts")
augeas("several", ["set 01/ipaddr 10.0.0.9", "set 01/canonical nine", "rm \"*[canonical = 'two']\""], context="/files/etc/hosts")
augeas("no_context", ["set /files/etc/hostname/hostname other"])
augeas("two_files", ["set /files/etc/hostname/hostname other", "rm /files/etc/hosts/1"])
augeas("no_files", ["set /etc/hostname/hostname other"])
augeas("bad_command", ["defvar x y"], context="/files/etc/hosts")
augeas("bad_tree", ["set 1/bogus x"], context="/files/etc/hosts")
augeas("bad_lens", ["set 1/canonical x"], context="/files/etc/hosts", lens="Nosuch.lns")
