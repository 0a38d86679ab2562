"""A Docker engine for tests: the parts of the API 1.47 that states use, with what they change, and no containers that run.

    python3 engine.py serve SOCKET        listens until it is killed
    python3 engine.py ask SOCKET REQUEST  a line is METHOD PATH [JSON]; prints the answers

Answers are as in https://docs.docker.com/reference/api/engine/version/v1.47/. `GET /_state` says what there is, for tests.
"""

import copy
import hashlib
import http.client
import http.server
import ipaddress
import json
import re
import socket
import socketserver
import sys
import urllib.parse

HOST_CONFIG = {
    "Binds": None, "NetworkMode": "bridge", "PortBindings": {}, "RestartPolicy": {"Name": "no", "MaximumRetryCount": 0},
    "AutoRemove": False, "CapAdd": None, "CapDrop": None, "Dns": [], "DnsOptions": [], "DnsSearch": [], "ExtraHosts": None,
    "GroupAdd": None, "IpcMode": "private", "Links": None, "OomScoreAdj": 0, "PidMode": "", "Privileged": False,
    "PublishAllPorts": False, "ReadonlyRootfs": False, "SecurityOpt": None, "UTSMode": "", "UsernsMode": "", "ShmSize": 67108864,
    "Runtime": "runc", "Isolation": "", "CpuShares": 0, "Memory": 0, "NanoCpus": 0, "CpusetCpus": "", "CpusetMems": "",
    "Devices": [], "MemoryReservation": 0, "MemorySwap": 0, "MemorySwappiness": None, "OomKillDisable": None, "PidsLimit": None,
    "Ulimits": None, "LogConfig": {"Type": "json-file", "Config": {}}, "VolumeDriver": "", "VolumesFrom": None,
}
CONFIG = {
    "Domainname": "", "User": "", "AttachStdin": False, "AttachStdout": True, "AttachStderr": True, "Tty": False, "OpenStdin": False,
    "StdinOnce": False, "Env": [], "Cmd": None, "Volumes": None, "WorkingDir": "", "Entrypoint": None, "Labels": {},
}
# What `GET /info` says of a kernel with the second version of control groups. What it cannot do is passed over.
INFO = {
    "CgroupVersion": "2", "CgroupDriver": "systemd", "MemoryLimit": True, "SwapLimit": True, "CpuCfsPeriod": True, "CpuCfsQuota": True,
    "CPUShares": True, "CPUSet": True, "PidsLimit": True, "OomKillDisable": False, "ServerVersion": "27.5.1", "OSType": "linux",
}
UNITS = {"b": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}


class Refused(Exception):
    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


def identity(*words):
    return hashlib.sha256("/".join(words).encode()).hexdigest()


class Engine:
    def __init__(self):
        self.volumes, self.networks, self.images, self.containers, self.made = {}, {}, {}, {}, 0
        # Networks whose addresses the engine chose.
        self.chosen = set()
        # What a registry holds: the version of an image that a pull brings.
        self.registry = {"nginx:latest": 1, "nginx:1.25": 1, "redis:7": 1, "broken:1": 1, "registry.example.com:5000/team/app:2": 1}
        for name in ("bridge", "host", "none"):
            self.make_network({"Name": name, "Driver": {"none": "null"}.get(name, name)})

    # Volumes.

    def find(self, kind, things, name):
        for thing in things.values():
            if name in (thing.get("Name", "").lstrip("/"), thing.get("Id")) or len(name) > 11 and thing.get("Id", "").startswith(name):
                return thing
        raise Refused(404, {"volume": f"get {name}: no such volume", "network": f"network {name} not found"}.get(
            kind, f"No such {kind}: {name}"))

    def make_volume(self, body):
        name = body["Name"]
        driver = body.get("Driver") or "local"
        if driver not in ("local", "other"):
            raise Refused(404, f'error looking up volume plugin {driver}: plugin "{driver}" not found')
        self.volumes.setdefault(name, {
            "CreatedAt": "2026-01-02T03:04:05Z", "Driver": driver, "Labels": None,
            "Mountpoint": f"/var/lib/docker/volumes/{name}/_data", "Name": name, "Options": body.get("DriverOpts"), "Scope": "local",
        })
        return 201, self.volumes[name]

    # Networks.

    def make_network(self, body):
        name = body["Name"]
        if any(net["Name"] == name for net in self.networks.values()):
            raise Refused(409, f"network with name {name} already exists")
        ipam = body.get("IPAM") or {}
        pools = [dict(pool) for pool in ipam.get("Config") or []]
        self.made += 1
        number = identity("network", name, str(self.made))
        if any(not pool.get("Subnet") for pool in pools):
            raise Refused(400, "invalid network config: subnet is missing")
        if not pools:
            self.chosen.add(number)
        if not pools and name not in ("host", "none"):
            pools = [{"Subnet": f"172.{20 + self.made % 200}.0.0/16"}]
        nets = [ipaddress.ip_network(pool["Subnet"]) for pool in pools]
        for other in self.networks.values():
            for pool in other["IPAM"]["Config"]:
                there = ipaddress.ip_network(pool["Subnet"])
                if any(net.version == there.version and net.overlaps(there) for net in nets):
                    raise Refused(403, "Pool overlaps with other one on this address space")
        for pool, net in zip(pools, nets):
            pool.setdefault("Gateway", str(net.network_address + 1))
        self.networks[number] = {
            "Name": name, "Id": number, "Created": "2026-01-02T03:04:05Z", "Scope": body.get("Scope") or "local",
            "Driver": body.get("Driver") or "bridge", "EnableIPv6": bool(body.get("EnableIPv6")),
            "IPAM": {"Driver": ipam.get("Driver") or "default", "Options": ipam.get("Options"), "Config": pools},
            "Internal": bool(body.get("Internal")), "Attachable": bool(body.get("Attachable")),
            "Ingress": bool(body.get("Ingress")), "ConfigFrom": {"Network": ""}, "ConfigOnly": False,
            "Options": body.get("Options") or {}, "Labels": body.get("Labels") or {},
        }
        return 201, {"Id": number, "Warning": ""}

    def network(self, name):
        net = copy.deepcopy(self.find("network", self.networks, name))
        net["Containers"] = {
            number: {"Name": container["Name"].lstrip("/"), "EndpointID": identity("endpoint", number), "MacAddress": "",
                     "IPv4Address": "", "IPv6Address": ""}
            for number, container in self.containers.items()
            if container["State"]["Running"] and net["Name"] in container["NetworkSettings"]["Networks"]
        }
        return net

    def connect(self, net, container, endpoint):
        settings = {"IPAMConfig": None, "Links": None, "Aliases": None, "DriverOpts": None, "NetworkID": net["Id"]}
        given = {key: value for key, value in (endpoint or {}).items() if value not in (None, {}, [])}
        address = (given.get("IPAMConfig") or {}).get("IPv4Address")
        pools = [ipaddress.ip_network(pool["Subnet"]) for pool in net["IPAM"]["Config"]]
        if address and not any(ipaddress.ip_address(address) in pool for pool in pools if pool.version == 4):
            raise Refused(400, f"invalid endpoint settings: no configured subnet contains IP address {address}")
        container["NetworkSettings"]["Networks"][net["Name"]] = settings | given

    # Images.

    def image(self, name):
        full = name if ":" in name.rsplit("/", 1)[-1] else f"{name}:latest"
        for image in self.images.values():
            if full in image["RepoTags"] or image["Id"] == name or image["Id"].startswith(f"sha256:{name}") and len(name) > 11:
                return image
        raise Refused(404, f"No such image: {full}")

    def pull(self, query):
        name, tag = query["fromImage"], query.get("tag")
        name = f"{name}:{tag}" if tag else name
        version = self.registry.get(name)
        if not version:
            raise Refused(404, f"manifest for {name} not found: manifest unknown: manifest unknown")
        number = "sha256:" + identity("image", name, str(version))
        layer = identity("layer", name, str(version))[:12]
        if name == "broken:1":
            return 200, [{"status": "Pulling from broken", "id": "1"},
                         {"errorDetail": {"message": "unexpected EOF"}, "error": "unexpected EOF"}]
        lines = [{"status": f"Pulling from {name.rsplit(':', 1)[0]}", "id": name.rsplit(":", 1)[1]}]
        if number in self.images:
            lines += [{"status": f"Status: Image is up to date for {name}"}]
        else:
            for image in self.images.values():
                if name in image["RepoTags"]:
                    image["RepoTags"].remove(name)
            self.images[number] = {
                "Id": number, "RepoTags": [name],
                "RepoDigests": [f"{name.rsplit(':', 1)[0]}@sha256:{identity('digest', name, str(version))}"], "Created": "2026-01-02T03:04:05Z", "Size": 1,
                "Config": {"Env": ["PATH=/usr/bin"], "Cmd": ["serve"], "Entrypoint": None, "WorkingDir": "", "Labels": {"of": "image"},
                           "ExposedPorts": {"80/tcp": {}}, "Volumes": None, "User": ""},
            }
            lines += [{"status": "Pulling fs layer", "progressDetail": {}, "id": layer},
                      {"status": "Pull complete", "progressDetail": {}, "id": layer},
                      {"status": f"Status: Downloaded newer image for {name}"}]
        return 200, lines

    def remove_image(self, name, force):
        image = self.image(name)
        if len(image["RepoTags"]) > 1 and name == image["Id"] and not force:
            raise Refused(409, f"conflict: unable to delete {name[7:19]} (must be forced) - image is referenced in multiple repositories")
        users = [it for it in self.containers.values() if it["Image"] == image["Id"]]
        if users and not force:
            raise Refused(409, f"conflict: unable to remove repository reference \"{name}\" (must force) - container "
                               f"{users[0]['Id'][:12]} is using its referenced image {image['Id'][7:19]}")
        full = name if ":" in name.rsplit("/", 1)[-1] else f"{name}:latest"
        if full in image["RepoTags"] and len(image["RepoTags"]) > 1:
            image["RepoTags"].remove(full)
            return 200, [{"Untagged": full}]
        del self.images[image["Id"]]
        return 200, [{"Untagged": tag} for tag in image["RepoTags"]] + [{"Deleted": image["Id"]}]

    # Containers.

    def make_container(self, name, body):
        image = self.image(body["Image"])
        self.made += 1
        name = name or f"quirky_{self.made}"
        if any(it["Name"] == f"/{name}" for it in self.containers.values()):
            raise Refused(409, f'Conflict. The container name "/{name}" is already in use')
        host = copy.deepcopy(HOST_CONFIG)
        host.update({key: value for key, value in (body.get("HostConfig") or {}).items() if value is not None})
        host |= {"OomKillDisable": None, "MemorySwappiness": None}
        host.pop("KernelMemory", None)
        if host["Privileged"] and "label=disable" not in (host["SecurityOpt"] or []):
            host["SecurityOpt"] = [*(host["SecurityOpt"] or []), "label=disable"]
        for key in ("NetworkMode", "PidMode", "IpcMode"):
            if host[key].startswith("container:"):
                host[key] = "container:" + self.find("container", self.containers, host[key].split(":", 1)[1])["Id"]
        config = copy.deepcopy(CONFIG)
        own = image["Config"]
        config.update({key: copy.deepcopy(own[key]) for key in ("Cmd", "Entrypoint", "WorkingDir", "User", "Volumes", "ExposedPorts")})
        config.update({
            key: value for key, value in body.items()
            if key not in ("HostConfig", "NetworkingConfig", "Env", "Labels", "ExposedPorts", "Volumes")
            and value not in (None, "", []) and (value or key in CONFIG)
        })
        if body.get("Entrypoint") and not body.get("Cmd"):
            config["Cmd"] = None
        env = dict(it.split("=", 1) for it in own["Env"]) | dict((it.split("=", 1) + [None])[:2] for it in body.get("Env") or [])
        config["Env"] = [f"{key}={value}" for key, value in env.items() if value is not None]
        config["Volumes"] = (own["Volumes"] or {}) | (body.get("Volumes") or {}) or None
        config["Labels"] = own["Labels"] | (body.get("Labels") or {})
        config["ExposedPorts"] = own["ExposedPorts"] | (body.get("ExposedPorts") or {})
        mode = host["NetworkMode"] = "bridge" if host["NetworkMode"] in ("default", "") else host["NetworkMode"]
        # The same settings have the same ID, so that it does not matter how many containers somebody made for comparing.
        settings = json.dumps([image["Id"], config, host], sort_keys=True)
        number = next(it for it in (identity("container", settings, str(at)) for at in range(9)) if it not in self.containers)
        config.setdefault("Hostname", number[:12])
        container = {
            "Id": number, "Created": "2026-01-02T03:04:05Z", "Name": f"/{name}", "Image": image["Id"],
            "State": {"Status": "created", "Running": False, "Paused": False, "Restarting": False}, "Config": config, "HostConfig": host,
            "NetworkSettings": {"Networks": {}}, "Mounts": [],
        }
        given = (body.get("NetworkingConfig") or {}).get("EndpointsConfig") or {}
        for net in given or ([mode] if not mode.startswith("container:") else []):
            self.connect(self.find("network", self.networks, net), container, given.get(net))
        self.containers[number] = container
        return 201, {"Id": number, "Warnings": []}

    def change_container(self, container, verb, query):
        state = container["State"]
        if verb == "start":
            if state["Running"]:
                return 304, None
            if state["Paused"]:
                raise Refused(409, "cannot start a paused container, try unpause instead")
            if container["Config"]["Cmd"] == ["broken"]:
                raise Refused(400, 'failed to create task: exec: "broken": executable file not found in $PATH')
            # A command that ends at once.
            is_over = container["Config"]["Cmd"] == ["true"]
            state.update(Running=not is_over, Status="exited" if is_over else "running")
        elif verb == "wait":
            return 200, {"StatusCode": 0}
        elif verb == "kill" and not state["Running"]:
            raise Refused(409, f"cannot kill container: {container['Name'].lstrip('/')}: container {container['Id']} is not running")
        elif verb in ("stop", "kill") and query.get("signal", "SIGKILL") in ("SIGKILL", "SIGTERM", "KILL", "TERM"):
            if not state["Running"]:
                return 304, None
            state.update(Running=False, Paused=False, Status="exited")
            if container["HostConfig"]["AutoRemove"]:
                del self.containers[container["Id"]]
        elif verb in ("pause", "unpause"):
            state.update(Paused=verb == "pause", Status={"pause": "paused"}.get(verb, "running"))
        elif verb == "rename":
            if any(it["Name"] == f"/{query['name']}" for it in self.containers.values()):
                raise Refused(409, f'Conflict. The container name "/{query["name"]}" is already in use')
            container["Name"] = f"/{query['name']}"
        elif verb == "kill":
            container["Signal"] = query["signal"]
        return 204, None

    def remove_container(self, container, force):
        if container["State"]["Running"] and not force:
            raise Refused(409, f"cannot remove container \"{container['Name']}\": container is running: stop the container before "
                               "removing or force remove")
        del self.containers[container["Id"]]
        return 204, None

    # All of it.

    def state(self):
        return {
            "volumes": {name: [it["Driver"], it["Options"]] for name, it in sorted(self.volumes.items())},
            "networks": {
                it["Name"]: {key: it[key] for key in ("Driver", "EnableIPv6", "IPAM", "Internal", "Attachable", "Options", "Labels")}
                | ({"IPAM": "chosen"} if it["Id"] in self.chosen else {}) | {"Containers": sorted(member["Name"] for member in self.network(it["Id"])["Containers"].values())}
                for it in sorted(self.networks.values(), key=lambda it: it["Name"]) if it["Name"] not in ("bridge", "host", "none")
            },
            "images": sorted(tag for it in self.images.values() for tag in it["RepoTags"]),
            "containers": {
                it["Name"]: {"State": it["State"]["Status"], "Image": it["Config"]["Image"],
                             "Networks": {name: net["IPAMConfig"] for name, net in it["NetworkSettings"]["Networks"].items()},
                             "Config": {key: it["Config"][key] for key in it["Config"] if key != "Hostname"
                                        and it["Config"][key] != CONFIG.get(key)},
                             "HostConfig": {key: it["HostConfig"][key] for key in it["HostConfig"]
                                            if it["HostConfig"][key] != HOST_CONFIG.get(key)}}
                for it in sorted(self.containers.values(), key=lambda it: it["Name"])
            },
        }

    def answer(self, method, path, query, body):
        parts = path.strip("/").split("/")
        words = [method, *parts]
        match words:
            case [_, "_ping"]:
                return 200, "OK"
            case ["GET", "version"]:
                return 200, {"Version": "27.5.1", "ApiVersion": "1.47", "MinAPIVersion": "1.24", "Os": "linux", "Arch": "amd64"}
            case ["GET", "info"]:
                return 200, INFO
            case ["GET", "_state"]:
                return 200, self.state()
            case ["POST", "_publish"]:
                self.registry[body["image"]] = body["version"]
                return 200, {}
            case ["GET", "volumes"]:
                return 200, {"Volumes": list(self.volumes.values()), "Warnings": None}
            case ["POST", "volumes", "create"]:
                return self.make_volume(body)
            case ["GET", "volumes", name]:
                return 200, self.find("volume", self.volumes, name)
            case ["DELETE", "volumes", name]:
                self.find("volume", self.volumes, name)
                if name == "used":
                    raise Refused(409, "remove used: volume is in use - [0123456789ab]")
                del self.volumes[name]
                return 204, None
            case ["GET", "networks"]:
                return 200, [self.network(number) for number in self.networks]
            case ["POST", "networks", "create"]:
                return self.make_network(body)
            case ["GET", "networks", name]:
                return 200, self.network(name)
            case ["DELETE", "networks", name]:
                net = self.network(name)
                if net["Containers"]:
                    raise Refused(403, f"error while removing network: network {name} has active endpoints")
                del self.networks[net["Id"]]
                return 204, None
            case ["POST", "networks", name, verb]:
                net = self.find("network", self.networks, name)
                container = self.find("container", self.containers, body["Container"])
                if verb == "connect":
                    if net["Name"] in container["NetworkSettings"]["Networks"] and container["State"]["Running"]:
                        raise Refused(403, f"endpoint with name {container['Name'].lstrip('/')} already exists in network {net['Name']}")
                    self.connect(net, container, body.get("EndpointConfig"))
                elif not container["NetworkSettings"]["Networks"].pop(net["Name"], None):
                    raise Refused(403, f"container {container['Id']} is not connected to network {net['Name']}")
                return 200, None
            case ["GET", "distribution", *name, "json"]:
                full = "/".join(name)
                if full not in self.registry:
                    raise Refused(404, f"manifest unknown: {full}")
                return 200, {"Descriptor": {"digest": f"sha256:{identity('digest', full, str(self.registry[full]))}"}}
            case ["GET", "images", "json"]:
                return 200, [it | {"ParentId": "", "Containers": -1, "Created": 1767323045} for it in self.images.values()]
            case ["POST", "images", "create"]:
                return self.pull(query)
            case ["GET", "images", *name, "json"]:
                return 200, self.image("/".join(name))
            case ["POST", "images", *name, "tag"]:
                tags, tag = self.image("/".join(name))["RepoTags"], f"{query['repo']}:{query['tag']}"
                tags += [tag] if tag not in tags else []
                return 201, None
            case ["DELETE", "images", *name]:
                return self.remove_image("/".join(name), query.get("force") in ("1", "true", "True"))
            case ["GET", "containers", "json"]:
                return 200, [{"Id": it["Id"], "Names": [it["Name"]], "Image": it["Config"]["Image"], "ImageID": it["Image"],
                              "State": it["State"]["Status"], "Created": 1767323045} for it in self.containers.values()]
            case ["POST", "containers", "create"]:
                return self.make_container(query.get("name"), body)
            case ["GET", "containers", name, "json"]:
                return 200, self.find("container", self.containers, name)
            case ["DELETE", "containers", name]:
                container = self.find("container", self.containers, name)
                return self.remove_container(container, query.get("force") in ("1", "true", "True"))
            case ["POST", "containers", name, verb]:
                return self.change_container(self.find("container", self.containers, name), verb, query)
        raise Refused(404, "page not found")


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = False

    def address_string(self):
        return "socket"

    def log_message(self, *words):
        pass

    def handle_any(self):
        url = urllib.parse.urlsplit(self.path)
        length = int(self.headers.get("Content-Length") or 0)
        text = self.rfile.read(length)
        query = dict(urllib.parse.parse_qsl(url.query))
        path = urllib.parse.unquote(re.sub(r"^/v[0-9.]+/", "/", url.path))
        try:
            status, answer = self.server.engine.answer(self.command, path, query, json.loads(text) if text else {})
        except Refused as refused:
            status, answer = refused.status, {"message": str(refused)}
        self.send_response(status)
        self.send_header("Api-Version", "1.47")
        if isinstance(answer, list) and path == "/images/create":
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            for line in answer:
                chunk = json.dumps(line).encode() + b"\r\n"
                self.wfile.write(b"%x\r\n%s\r\n" % (len(chunk), chunk))
            self.wfile.write(b"0\r\n\r\n")
            return
        body = b"" if answer is None else answer.encode() if isinstance(answer, str) else json.dumps(answer).encode()
        if status not in (204, 304):
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if status not in (204, 304) and self.command != "HEAD":
            self.wfile.write(body)

    do_GET = do_POST = do_DELETE = do_HEAD = handle_any


class Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True


class Connection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("docker")
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.connect(self.path)


def ask(path, requests):
    """What the engine answers to requests, one a line."""
    answers = []
    for line in filter(None, map(str.strip, requests.splitlines())):
        method, url, *body = line.split(" ", 2)
        connection = Connection(path)
        connection.request(method, url, body[0] if body else None)
        response = connection.getresponse()
        text = response.read().decode()
        if response.status >= 400:
            raise SystemExit(f"{line}: {response.status} {text}")
        answers.append(text)
    return answers


def seen(path):
    """What there is, as texts by their kind."""
    state = json.loads(ask(path, "GET /_state")[0])
    return {kind: json.dumps(things, indent=1, sort_keys=True) for kind, things in state.items() if things}


if __name__ == "__main__":
    if sys.argv[1] == "serve":
        with Server(sys.argv[2], Handler) as server:
            server.engine = Engine()
            server.serve_forever()
    elif sys.argv[1] == "seen":
        print(json.dumps(seen(sys.argv[2])))
    else:
        print("\n".join(ask(sys.argv[2], sys.argv[3])))
