/** A Ceph cluster of one machine, from Debian's packages: a monitor, a store on a file, and gateways that speak S3. */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { cephFolder } from "../../../../scripts/unpacked-packages.mjs";
import { freePort, isTaken } from "./free-port.ts";
import { type ProcessGroup, startProcessGroup } from "./process-group.ts";

export const cephKeys = { s3AccessKeyId: "PISMO", s3SecretAccessKey: "secret-of-pismo" };

export interface Gateway {
  /** An origin. */
  url: string;
  end(): Promise<void>;
}

export interface Ceph {
  /** Its ceph.conf: another process of the tests reaches the cluster by it. */
  config: string;
  /** With `osd.0.pid`, the process that holds the objects. */
  folder: string;
  end(): Promise<void>;
}

function environment(): Record<string, string> {
  const lib = join(cephFolder, "usr/lib");
  const architectures = readdirSync(lib).filter((name) => /-linux-gnu/.test(name));
  const folders = architectures.flatMap((name) => [
    join(lib, name),
    join(cephFolder, "lib", name),
    join(lib, name, "ceph"),
  ]);
  return {
    LD_LIBRARY_PATH: folders.join(":"),
    PYTHONPATH: join(lib, "python3/dist-packages"),
    PATH: `${join(cephFolder, "usr/bin")}:${process.env["PATH"]}`,
  };
}

const program = (name: string) => join(cephFolder, "usr/bin", name);

/** One of its programs, which does its work and ends. */
export async function runCeph(name: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program(name), args, { env: environment(), timeout: 120_000 });
  return stdout;
}

/** @throws Error where it does not come up */
export async function startCeph(): Promise<Ceph> {
  const folder = mkdtempSync(join(tmpdir(), "pismo-ceph-"));
  const config = join(folder, "ceph.conf");
  const [id, store, address] = [randomUUID(), randomUUID(), `[v2:127.0.0.1:${await freePort()}]`];
  const run = (name: string, ...args: string[]) => runCeph(name, ["-c", config, ...args]);
  const running: ProcessGroup[] = [];
  const start = (name: string, ...args: string[]) =>
    running.push(startProcessGroup(program(name), ["-c", config, "-f", ...args], { env: environment(), cwd: folder }));
  const end = async () => {
    await Promise.all(running.map((group) => group.end()));
    rmSync(folder, { recursive: true, force: true });
  };
  writeFileSync(config, settings(folder, id, address));
  mkdirSync(join(folder, "osd"));
  try {
    const [map, keyring] = [join(folder, "map"), join(folder, "keyring")];
    await runCeph("ceph-authtool", ["--create-keyring", keyring, "--gen-key", "-n", "mon.", "--cap", "mon", "allow *"]);
    await runCeph("monmaptool", ["--create", "--fsid", id, "--addv", "a", address, map]);
    await run("ceph-mon", "-i", "a", "--mkfs", "--monmap", map, "--keyring", keyring);
    start("ceph-mon", "-i", "a");
    await run("ceph-osd", "-i", "0", "--mkfs", "--osd-uuid", store, "--no-mon-config");
    await run("ceph", "osd", "new", store, "0");
    start("ceph-osd", "-i", "0");
    const { s3AccessKeyId, s3SecretAccessKey } = cephKeys;
    const owner = ["--uid", "pismo", "--display-name", "pismo"];
    // Waits until the store is up.
    await run(
      "radosgw-admin",
      "user",
      "create",
      ...owner,
      "--access-key",
      s3AccessKeyId,
      "--secret",
      s3SecretAccessKey,
    );
    return { config, folder, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Without keys between its own parts, which all lie on this machine; one copy of everything. */
function settings(folder: string, id: string, address: string): string {
  const architecture = readdirSync(join(cephFolder, "usr/lib")).find((name) => /-linux-gnu/.test(name))!;
  const lib = join(cephFolder, "usr/lib", architecture);
  return `[global]
fsid = ${id}
mon host = ${address}
mon initial members = a
public addr = 127.0.0.1
cluster addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc
run dir = ${folder}
pid file = ${folder}/$name.pid
admin socket = ${folder}/$name.$pid.asok
log file = ${folder}/$name.log
mon cluster log file = ${folder}/cluster.log
keyring = ${folder}/keyring
plugin dir = ${lib}/ceph
erasure code dir = ${lib}/ceph/erasure-code
osd class dir = ${lib}/rados-classes
mon data = ${folder}/mon
mon data avail warn = 1
mon data avail crit = 1
osd data = ${folder}/osd
osd objectstore = bluestore
bluestore block size = ${4 * 2 ** 30}
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
`;
}

/** @param options of radosgw, such as --rgw-max-concurrent-requests */
export async function startGateway(config: string, options: readonly string[] = []): Promise<Gateway> {
  const port = await freePort();
  const frontend = ["--rgw-frontends", `beast endpoint=127.0.0.1:${port}`];
  const group = startProcessGroup(
    program("radosgw"),
    ["-c", config, "-f", "-n", "client.admin", "--pid-file=", ...frontend, ...options],
    { env: environment() },
  );
  while (!(await isTaken(port))) {
    if (!group.isRunning()) throw new Error("radosgw has ended");
    await sleep(50);
  }
  return { url: `http://127.0.0.1:${port}`, end: () => group.end() };
}
