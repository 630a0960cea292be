/**
 * The Containerfile, built by buildah and run by podman, without a registry: its two base images are made of this
 * machine's C library and of the Node that runs the tests. Where containers cannot run, it says why and is left out.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { freePort } from "../servers/free-port.ts";

const root = join(import.meta.dirname, "../../../..");
/** The web client is built, and hundreds of megabytes are copied. */
vi.setConfig({ hookTimeout: 300_000 });

/** Images and containers of this test alone. */
const folder = mkdtempSync(join(tmpdir(), "pismo-container-"));
const storage = ["--root", join(folder, "store"), "--runroot", join(folder, "run"), "--storage-driver", "vfs"];
const tools = {
  buildah: storage,
  // Without systemd and in any arrangement of control groups.
  podman: [...storage, "--cgroup-manager", "cgroupfs", "--runtime", "runc"],
};

function attempt(tool: keyof typeof tools, ...args: readonly string[]) {
  const { status, stdout, stderr, error } = spawnSync(tool, [...tools[tool], ...args], { encoding: "utf8" });
  return { status, stdout, problem: error?.message ?? stderr.trim().split("\n").at(-1) ?? "" };
}

/** @throws Error when it fails */
function run(tool: keyof typeof tools, ...args: readonly string[]): string {
  const { status, stdout, problem } = attempt(tool, ...args);
  if (status !== 0) throw new Error(`${tool} ${args.join(" ")}: ${problem}`);
  return stdout.trim();
}

const build = (...args: readonly string[]) =>
  attempt("buildah", "bud", "--isolation", "chroot", "--network", "host", "--format", "docker", ...args);

/** What the image's own processes get. The limits are ones that any container may have. */
const hardened = [
  ["--network", "host", "--ulimit", "nofile=4096:4096", "--ulimit", "nproc=4096:4096"],
  ["--read-only", "--read-only-tmpfs=false", "--cap-drop", "all", "--security-opt", "no-new-privileges"],
].flat();

/** As gcr.io/distroless/cc-debian12 is, with what this Node needs of the C library; and the same with the Node. */
function makeBaseImages(): string | undefined {
  const libraries = spawnSync("ldd", [process.execPath], { encoding: "utf8" }).stdout.match(/\/[^ )]+/g) ?? [];
  for (const name of ["base", "node"]) {
    const place = join(folder, name);
    for (const file of libraries) {
      mkdirSync(join(place, dirname(file)), { recursive: true });
      copyFileSync(file, join(place, file));
    }
    if (name === "node") cpSync(process.execPath, join(place, "usr/local/bin/node"));
    writeFileSync(join(folder, "Base"), "FROM scratch\nCOPY . /\n");
    const { status, problem } = build("-f", join(folder, "Base"), "-t", name, place);
    if (status !== 0) return `buildah: ${problem}`;
  }
  return undefined;
}

/** What is missing on this machine; undefined: nothing. */
function findObstacle(): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "they need root on Linux";
  for (const tool of ["buildah", "podman", "runc"])
    if (spawnSync(tool, ["--version"]).error) return `${tool} is not installed (on Debian: apt-get install ${tool})`;
  const problem = makeBaseImages();
  if (problem !== undefined) return problem;
  const trial = attempt("podman", "run", "--rm", ...hardened, "localhost/node", "/usr/local/bin/node", "--version");
  return trial.status === 0 ? undefined : `podman: ${trial.problem}`;
}

const obstacle = findObstacle();
if (obstacle !== undefined) {
  console.error(`Containers cannot run here (${obstacle}): the tests of the image are left out.`);
  rmSync(folder, { recursive: true, force: true });
}

/** @returns its address */
async function start(name: string, ...options: readonly string[]): Promise<string> {
  const port = await freePort();
  const settings = ["-e", `PISMO_PORT=${port}`, "-e", "PISMO_SMTP_PORT=off", "-e", "PISMO_SAMPLE=no"];
  run("podman", "run", "--detach", "--name", name, ...hardened, ...settings, ...options, "localhost/pismo");
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(() =>
      fetch(`${url}/readyz`).then(
        ({ status }) => status,
        () => attempt("podman", "logs", name).problem,
      ),
    )
    .toBe(200);
  return url;
}

const stateOf = (name: string, property: string): string =>
  run("podman", "inspect", name, "--format", `{{.State.${property}}}`);

const hasSystemd = existsSync("/usr/bin/systemd-analyze");

/** The calls of a set such as @system-service, and of the sets in it. */
function callsOf(set: string): string[] {
  const { stdout } = spawnSync("systemd-analyze", ["syscall-filter", "--no-pager", set], { encoding: "utf8" });
  const named = stdout.split("\n").flatMap((line) => /^ {4}(@?[\w-]+)$/.exec(line)?.[1] ?? []);
  return named.flatMap((name) => (name.startsWith("@") ? callsOf(name) : [name]));
}

/** What SystemCallFilter= and RestrictAddressFamilies= of packaging/pismo.service allow, for a container. */
function seccompProfile() {
  const unit = readFileSync(join(root, "packaging/pismo.service"), "utf8");
  const [allowed = "", denied = ""] = [...unit.matchAll(/^SystemCallFilter=~?(.*)$/gm)].map(([, sets]) => sets!);
  const without = new Set([...denied.split(" ").flatMap(callsOf), "socket"]);
  const names = allowed
    .split(" ")
    .flatMap(callsOf)
    .filter((name) => !without.has(name));
  const families = { AF_UNIX: 1, AF_INET: 2, AF_INET6: 10, AF_NETLINK: 16 } as Record<string, number>;
  const [, listed = ""] = /^RestrictAddressFamilies=(.*)$/m.exec(unit) ?? [];
  const sockets = listed.split(" ").map((family) => ({
    names: ["socket"],
    action: "SCMP_ACT_ALLOW",
    args: [{ index: 0, value: families[family]!, op: "SCMP_CMP_EQ" }],
  }));
  const all = [{ names, action: "SCMP_ACT_ALLOW" }, ...sockets];
  return { defaultAction: "SCMP_ACT_ERRNO", architectures: ["SCMP_ARCH_X86_64", "SCMP_ARCH_AARCH64"], syscalls: all };
}

function removeAll(): void {
  attempt("podman", "rm", "--force", "--all", "--time", "0");
  rmSync(folder, { recursive: true, force: true });
}

describe.skipIf(obstacle !== undefined)("the image", () => {
  afterAll(removeAll);

  beforeAll(() => {
    const packed = spawnSync("npm", ["run", "--silent", "pack", "--", join(folder, "context/dist")], { cwd: root });
    if (packed.status !== 0) throw new Error(packed.stderr.toString());
    for (const file of ["Containerfile", ".dockerignore"])
      copyFileSync(join(root, file), join(folder, "context", file));
    const images = ["--build-arg", "NODE_IMAGE=localhost/node", "--build-arg", "BASE_IMAGE=localhost/base"];
    const { status, problem } = build("--pull-never", ...images, "-t", "pismo", join(folder, "context"));
    if (status !== 0) throw new Error(problem);
  });

  test("is small, not root's, and says how it is ended and looked after", () => {
    const [image] = JSON.parse(run("podman", "image", "inspect", "localhost/pismo")) as [
      { Size: number; User: string; Healthcheck?: { Test: string[] }; Config: Record<string, unknown> },
    ];
    expect(image.User).toBe("65532:65532");
    expect(image.Healthcheck?.Test.slice(0, 3)).toEqual(["CMD", "node", "-e"]);
    expect(image.Config).toMatchObject({ StopSignal: "SIGTERM", Entrypoint: ["pismo"], Volumes: { "/data": {} } });
    const base = Number(run("podman", "image", "inspect", "localhost/base", "--format", "{{.Size}}"));
    expect(image.Size - base).toBeLessThan(200_000_000);
  });

  test("runs on a read-only file system without any privilege, and keeps its mail in its volume", async () => {
    const volume = ["--volume", "mail:/data"];
    const url = await start("first", ...volume);
    const page = await fetch(url, { headers: { accept: "text/html" } });
    expect(await page.text()).toContain("<title>Pismo</title>");
    run("podman", "healthcheck", "run", "first");
    run("podman", "exec", "first", "node", "-e", "os.setPriority(10)");

    const token = run("podman", "exec", "first", "pismo", "token", "create");
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${url}/jmap/session`, { headers })).status).toBe(200);
    const body = new Uint8Array(3 << 20);
    expect((await fetch(`${url}/jmap/upload/a1/`, { method: "POST", headers, body })).ok).toBe(true);

    run("podman", "stop", "--time", "20", "first");
    expect([stateOf("first", "ExitCode"), stateOf("first", "OOMKilled")]).toEqual(["0", "false"]);
    run("podman", "rm", "first");
    const again = await start("second", ...volume);
    expect((await fetch(`${again}/jmap/session`, { headers })).status).toBe(200);
  });

  test.skipIf(!hasSystemd)(
    "runs with the system calls and address families that the unit of systemd allows",
    async () => {
      const profile = join(folder, "seccomp.json");
      writeFileSync(profile, JSON.stringify(seccompProfile()));
      const url = await start("filtered", "--security-opt", `seccomp=${profile}`);
      const token = run("podman", "exec", "filtered", "pismo", "token", "create");
      const headers = { authorization: `Bearer ${token}` };
      const upload = await fetch(`${url}/jmap/upload/a1/`, { method: "POST", headers, body: new Uint8Array(3 << 20) });
      expect(upload.ok).toBe(true);
      expect(run("podman", "exec", "filtered", "pismo", "check")).not.toBe("");
      // The filter is there: without it anyone may take less of the processor, as the test before shows.
      expect(attempt("podman", "exec", "filtered", "node", "-e", "os.setPriority(10)").status).toBe(1);
      run("podman", "stop", "--time", "20", "filtered");
      expect(stateOf("filtered", "ExitCode")).toBe("0");
    },
  );

  test("is unhealthy when nothing answers, and ends with the code of its command", async () => {
    await start("stopped");
    run("podman", "kill", "--signal", "STOP", "stopped");
    expect(attempt("podman", "healthcheck", "run", "stopped").status).not.toBe(0);
    run("podman", "kill", "--signal", "KILL", "stopped");
    const misused = attempt("podman", "run", "--rm", ...hardened, "-e", "PISMO_PORT=x", "localhost/pismo");
    expect([misused.status, misused.problem]).toEqual([2, expect.stringMatching(/^PISMO_PORT must be a port/)]);
  });
});
