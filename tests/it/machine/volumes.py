"""Cases of volumes of LVM. See cases.py, and lvm.sh for the programs."""

from cases import case

VOLUMES = {
    "etc/disks/a": "a",
    "etc/disks/b": "b",
    "etc/disks/c": "c",
    "etc/disks/new": "new",
    "etc/lvm.known/pv/!etc!disks!a": "data\n",
    "etc/lvm.known/pv/!etc!disks!b": "",
    "etc/lvm.known/pv/!etc!disks!c": "other\n",
    "etc/lvm.known/vg/data": "",
    "etc/lvm.known/vg/other": "",
    "etc/lvm.known/lv/data/logs": "104857600\n",
}


def lvm(name, function, arguments):
    case(name, f"lvm.{function}", arguments, before=VOLUMES)


lvm("same", "pv_present", {"name": "/etc/disks/a"})
lvm("new", "pv_present", {"name": "/etc/disks/new"})
lvm("options", "pv_present", {"name": "/etc/disks/new", "dataalignment": "1m"})
lvm("missing", "pv_present", {"name": "/etc/disks/nosuch"})
lvm("there", "pv_absent", {"name": "/etc/disks/b"})
lvm("not_there", "pv_absent", {"name": "/etc/disks/new"})
lvm("used", "pv_absent", {"name": "/etc/disks/a"})
lvm("same", "vg_present", {"name": "data", "devices": "/etc/disks/a"})
lvm("new", "vg_present", {"name": "new", "devices": ["/etc/disks/b", "/etc/disks/new"]})
lvm("extend", "vg_present", {"name": "data", "devices": "/etc/disks/a,/etc/disks/b"})
lvm("no_physical", "vg_present", {"name": "data", "devices": "/etc/disks/new"})
lvm("of_another", "vg_present", {"name": "data", "devices": "/etc/disks/c"})
lvm("missing", "vg_present", {"name": "new", "devices": "/etc/disks/nosuch"})
lvm("there", "vg_absent", {"name": "data"})
lvm("not_there", "vg_absent", {"name": "new"})
lvm("same", "lv_present", {"name": "logs", "vgname": "data", "size": "100M"})
lvm("rounded", "lv_present", {"name": "logs", "vgname": "data", "size": "98M"})
lvm("new", "lv_present", {"name": "new", "vgname": "data", "size": "1G"})
lvm("new_share", "lv_present", {"name": "new", "vgname": "data", "extents": "100%FREE"})
lvm("grow", "lv_present", {"name": "logs", "vgname": "data", "size": "200M", "resizefs": True})
lvm("grow_extents", "lv_present", {"name": "logs", "vgname": "data", "extents": "30"})
lvm("share", "lv_present", {"name": "logs", "vgname": "data", "extents": "100%FREE"})
lvm("shrink", "lv_present", {"name": "logs", "vgname": "data", "size": "40M"})
lvm("shrink_forced", "lv_present", {"name": "logs", "vgname": "data", "size": "40M", "force": True})
lvm("both", "lv_present", {"name": "logs", "vgname": "data", "size": "40M", "extents": "10"})
lvm("snapshot", "lv_present", {"name": "logs", "vgname": "data", "size": "100M", "snapshot": "kept"})
lvm("no_group", "lv_present", {"name": "new", "vgname": "nosuch", "size": "1G"})
lvm("there", "lv_absent", {"name": "logs", "vgname": "data"})
lvm("not_there", "lv_absent", {"name": "new", "vgname": "data"})
