/** A Cyrus on free loopback ports: IMAP with OBJECTID, the same mailboxes by JMAP, and LMTP. */
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import type { MailServer } from "./mail-server.ts";
import { mailOwner, startProcessGroup } from "./process-group.ts";
import { ServerProgram } from "./server-program.ts";
import { isUnpacked, unpacked, unpackedLibraries } from "./unpacked.ts";

const bin = "usr/lib/cyrus/bin";

export const canRunCyrus = ["master", "imapd", "httpd"].every((name) => isUnpacked(`${bin}/${name}`));

export interface Cyrus extends MailServer {
  /** JMAP's session resource; the user's name and password by HTTP Basic. */
  jmapUrl: string;
  configure(options: CyrusOptions): void;
  /** Ends it, and its mail stays. */
  end(): Promise<void>;
  start(): Promise<void>;
}

export interface CyrusOptions {
  password?: string;
  /** Lines for imapd.conf. */
  settings?: string;
  /** Of every new mailbox, in kB; unlimited by default. */
  quota?: number;
  /** JMAP finds words: messages are indexed when they have arrived. */
  searches?: boolean;
  /** Port on 127.0.0.1 of the server that sends what JMAP submits. */
  smtpPort?: number;
  /** Names of people are addresses, in any domain. */
  hasDomains?: boolean;
}

export async function startCyrus(options: CyrusOptions = {}): Promise<Cyrus> {
  const dir = mkdtempSync(join(tmpdir(), "pismo-cyrus-"));
  const owner = mailOwner();
  const isRoot = process.getuid?.() === 0;
  chmodSync(dir, 0o755);
  for (const name of [
    "",
    "conf",
    "conf/db",
    "conf/log",
    "conf/msg",
    "conf/socket",
    "spool",
    "proc",
    "lock",
    "search",
  ]) {
    mkdirSync(join(dir, name), { recursive: true });
    if (isRoot) chownSync(join(dir, name), owner.uid, owner.gid);
  }
  const [port, httpPort] = [await freePort(), await freePort()];
  let current: CyrusOptions & { password: string } = { password: "secret", ...options };
  const passwords = await listenForPasswords(join(dir, "mux"), () => current.password);
  const server = new ServerProgram({
    name: "Cyrus",
    dir,
    port,
    pidFile: "pid",
    launch() {
      writeFileSync(join(dir, "imapd.conf"), imapdConf(dir, owner.name, current));
      writeFileSync(join(dir, "cyrus.conf"), cyrusConf(dir, port, httpPort, current));
      const args = ["-C", join(dir, "imapd.conf"), "-M", join(dir, "cyrus.conf"), "-p", join(dir, "pid")];
      return startProcessGroup(unpacked(`${bin}/master`), [...args, "-L", join(dir, "log"), "-D"], {
        env: unpackedLibraries(),
        cwd: dir,
        ...(isRoot && { as: owner }),
      });
    },
  });
  await server.start();
  return {
    host: "127.0.0.1",
    port,
    jmapUrl: `http://127.0.0.1:${httpPort}/jmap/`,
    get password() {
      return current.password;
    },
    configure(next) {
      current = { ...current, ...next };
    },
    restart: () => server.restart(),
    end: () => server.end(),
    start: () => server.start(),
    log: () => server.log(),
    async stop() {
      await server.end();
      await new Promise((resolve) => passwords.close(resolve));
      rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Replaces saslauthd: receives user, password, service and realm, each with its length, and replies OK or NO. */
async function listenForPasswords(path: string, password: () => string): Promise<ReturnType<typeof createServer>> {
  const server = createServer((socket) => {
    let all = Buffer.of();
    socket.on("error", () => socket.destroy());
    socket.on("data", (bytes: Buffer) => {
      all = Buffer.concat([all, bytes]);
      const words: string[] = [];
      for (let at = 0; at + 2 <= all.length;) {
        const end = at + 2 + all.readUInt16BE(at);
        if (end > all.length) break;
        words.push(all.toString("utf8", at + 2, end));
        at = end;
      }
      if (words.length < 4) return;
      const word = Buffer.from(words[1] === password() ? "OK" : "NO");
      socket.end(Buffer.concat([Buffer.of(0, word.length), word]));
    });
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  chmodSync(path, 0o777);
  return server;
}

const imapdConf = (
  dir: string,
  user: string,
  { settings = "", quota = 0, searches = false, hasDomains = false, smtpPort }: CyrusOptions,
): string => `configdirectory: ${dir}/conf
defaultpartition: default
partition-default: ${dir}/spool
proc_path: ${dir}/proc
mboxname_lockpath: ${dir}/lock
idlesocket: ${dir}/idle
lmtpsocket: ${dir}/lmtp
cyrus_user: ${user}
allowplaintext: yes
sasl_mech_list: PLAIN
sasl_pwcheck_method: saslauthd
sasl_saslauthd_path: ${dir}/mux
altnamespace: yes
unixhierarchysep: yes
virtdomains: ${hasDomains ? "userid" : "off"}
autocreate_quota: ${quota}
autocreate_inbox_folders: Drafts|Sent|Junk|Trash|Archive
xlist-drafts: Drafts
xlist-sent: Sent
xlist-junk: Junk
xlist-trash: Trash
xlist-archive: Archive
conversations: yes
httpmodules: jmap
${searches ? xapian(dir) : "search_engine: none"}
skiplist_unsafe: 1
expunge_mode: immediate
delete_mode: immediate
${smtpPort === undefined ? "" : `smtp_backend: host\nsmtp_host: 127.0.0.1:${smtpPort}`}
${settings}
`;

const xapian = (dir: string): string => `search_engine: xapian
defaultsearchtier: t1
t1searchpartition-default: ${dir}/search
search_index_headers: yes
sync_log: yes
sync_log_channels: squatter`;

function cyrusConf(dir: string, port: number, httpPort: number, { searches = false }: CyrusOptions): string {
  const program = (name: string, ...flags: string[]) =>
    `cmd="${[unpacked(`${bin}/${name}`), "-C", `${dir}/imapd.conf`, ...flags].join(" ")}"`;
  return `START {
  recover ${program("ctl_cyrusdb", "-r")}
}
SERVICES {
  imap ${program("imapd")} listen="127.0.0.1:${port}" prefork=2 maxchild=100
  http ${program("httpd")} listen="127.0.0.1:${httpPort}" prefork=0 maxchild=10
}
DAEMON {
  idled ${program("idled")}
${searches ? `  squatter ${program("squatter", "-R")}\n` : ""}}
`;
}
