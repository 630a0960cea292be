/**
 * Courier's imapd on a free loopback port, with a Maildir per user: UIDPLUS, but no CONDSTORE, MOVE or SPECIAL-USE, and
 * all folders below "INBOX.". Its imaplogin uses a socket that only root can create: this file handles the sign-in.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "./free-port.ts";
import type { MailServer } from "./mail-server.ts";
import { mailOwner, startProcessGroup } from "./process-group.ts";
import { isUnpacked, unpacked, unpackedLibraries } from "./unpacked.ts";

const program = "usr/bin/imapd";
/** Notifies imapd of changes in a Maildir. */
const monitor = "usr/libexec/gam_server";

export const canRunCourier = isUnpacked(program) && isUnpacked(monitor);

/** As Debian's configuration has it. */
const capability = "IMAP4rev1 UIDPLUS CHILDREN NAMESPACE THREAD=ORDEREDSUBJECT THREAD=REFERENCES SORT QUOTA IDLE";

export interface Courier extends MailServer {
  configure(options: { password?: string }): void;
}

/** @param options quota: of every mailbox, in kB; unlimited by default */
export async function startCourier(options: { password?: string; quota?: number } = {}): Promise<Courier> {
  const dir = mkdtempSync(join(tmpdir(), "pismo-courier-"));
  const owner = mailOwner();
  chmodSync(dir, 0o755);
  const asOwner = process.getuid?.() === 0 ? { uid: owner.uid, gid: owner.gid } : {};
  // The monitor's socket is named after the user and this.
  const env = { ...unpackedLibraries(), GAM_CLIENT_ID: basename(dir) };
  const port = await freePort();
  let password = options.password ?? "secret";
  const written: string[] = [];
  const children = new Set<ChildProcess>();
  const sockets = new Set<Socket>();
  let server: Server;
  let watcher: ReturnType<typeof startProcessGroup>;

  function greet(socket: Socket): void {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
    socket.write(`* OK [CAPABILITY ${capability}] Courier-IMAP ready\r\n`);
    const lines = createInterface({ input: socket });
    // A reset of the connection is told to the lines as well.
    lines.on("error", () => {});
    lines.on("line", (line) => {
      const [, tag = "*", command = "", rest = ""] = /^(\S+) (\S+) ?(.*)$/.exec(line) ?? [];
      switch (command.toUpperCase()) {
        case "CAPABILITY":
          return void socket.write(`* CAPABILITY ${capability}\r\n${tag} OK done\r\n`);
        case "NOOP":
          return void socket.write(`${tag} OK done\r\n`);
        case "LOGOUT":
          return void socket.end(`* BYE\r\n${tag} OK done\r\n`);
        case "LOGIN": {
          const [user = "", given = ""] = [...rest.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(
            ([, quoted, plain]) => quoted?.replaceAll(/\\(.)/g, "$1") ?? plain ?? "",
          );
          if (Buffer.from(given, "latin1").toString() !== password)
            return void socket.write(`${tag} NO Login failed.\r\n`);
          lines.close();
          lines.removeAllListeners();
          return letIn(socket, user, tag);
        }
        default:
          return void socket.write(`${tag} BAD not before LOGIN\r\n`);
      }
    });
  }

  function letIn(socket: Socket, user: string, tag: string): void {
    const home = join(dir, encodeURIComponent(user));
    makeMaildir(home, owner, options.quota);
    const child = spawn(unpacked(program), ["Maildir"], {
      cwd: home,
      stdio: ["pipe", "pipe", "pipe"],
      ...asOwner,
      env: {
        ...env,
        HOME: home,
        AUTHENTICATED: user,
        AUTHADDR: user,
        IMAPLOGINTAG: tag,
        TCPREMOTEIP: "127.0.0.1",
        TCPREMOTEPORT: String(socket.remotePort ?? 0),
        PROTOCOL: "IMAP",
        IMAP_CAPABILITY: capability,
        IMAP_KEYWORDS: "1",
        IMAP_ACL: "1",
        IMAP_USELOCKS: "1",
        IMAP_ENHANCEDIDLE: "1",
        IMAP_MAILBOX_SANITY_CHECK: "1",
      },
    });
    children.add(child);
    child.on("exit", () => children.delete(child));
    child.stdin.on("error", () => {});
    child.stderr.on("data", (bytes: Buffer) => written.push(bytes.toString()));
    socket.pipe(child.stdin);
    child.stdout.pipe(socket);
    socket.on("close", () => child.stdin.end());
    socket.resume();
  }

  async function start(): Promise<void> {
    watcher = startProcessGroup(unpacked(monitor), [env.GAM_CLIENT_ID], {
      env,
      cwd: dir,
      ...(asOwner.uid !== undefined && { as: owner }),
    });
    server = createServer(greet);
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  }

  async function end(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const child of children) child.kill("SIGKILL");
    for (const socket of sockets) socket.destroy();
    await Promise.all([closed, watcher.end()]);
  }

  await start();
  return {
    host: "127.0.0.1",
    port,
    get password() {
      return password;
    },
    configure(next) {
      password = next.password ?? password;
    },
    async restart() {
      await end();
      await start();
    },
    log: () => written.join(""),
    async stop() {
      await end();
      rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** With the usual folders by their names: Courier has no SPECIAL-USE. */
function makeMaildir(home: string, { uid, gid }: { uid: number; gid: number }, quota?: number): void {
  if (existsSync(home)) return;
  const own = (path: string): void => {
    if (process.getuid?.() === 0) chownSync(path, uid, gid);
  };
  const folder = (path: string): void => {
    mkdirSync(path, { recursive: true });
    own(path);
  };
  const file = (path: string, text: string): void => {
    writeFileSync(path, text);
    own(path);
  };
  folder(home);
  for (const name of ["", ".Drafts", ".Sent", ".Junk", ".Trash", ".Archive"]) {
    for (const part of ["", "cur", "new", "tmp"]) folder(join(home, "Maildir", name, part));
    // Marks it as a subfolder, which shares the quota.
    if (name !== "") file(join(home, "Maildir", name, "maildirfolder"), "");
  }
  if (quota !== undefined) file(join(home, "Maildir/maildirsize"), `${quota * 1000}S\n0 0\n`);
}
