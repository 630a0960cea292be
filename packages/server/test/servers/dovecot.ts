/** A Dovecot on free loopback ports with its own configuration and mailboxes, which are deleted afterwards. Root or not. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import type { MailServer } from "./mail-server.ts";
import { mailOwner, startProcessGroup } from "./process-group.ts";
import { ServerProgram } from "./server-program.ts";

const binary = "/usr/sbin/dovecot";

/** Tests are skipped where it is not installed. */
export const canRunDovecot = existsSync(binary) && existsSync("/usr/lib/dovecot/imap");

/** LMTP is a separate package. */
export const canDovecotReceive = canRunDovecot && existsSync("/usr/lib/dovecot/lmtp");

/** Submission is a separate package. */
export const canDovecotSubmit = canRunDovecot && existsSync("/usr/lib/dovecot/submission");

/** Packages of their own: Pigeonhole, and its ManageSieve. */
export const canDovecotManageSieve =
  canDovecotReceive && existsSync("/usr/lib/dovecot/managesieve") && existsSync("/usr/bin/sieve-test");

export interface Dovecot extends MailServer {
  /** Plain, with STARTTLS. */
  port: number;
  /** TLS from the first octet. */
  tlsPort: number;
  /** With `relayPort`: submission in plain. */
  submissionPort: number;
  /** With `lmtp`: its LMTP port. */
  lmtpPort: number;
  /** With `sieve`: ManageSieve, with STARTTLS. */
  sievePort: number;
  /** The self-signed certificate for "localhost". */
  certificate: string;
  /** A user's Maildir. */
  mailDir(user: string): string;
  /** Replaces the settings from the next start on. */
  configure(options: DovecotOptions): void;
  /** Kills it: until the next restart it is away. */
  kill(): Promise<void>;
}

export interface DovecotOptions {
  /** Replaces its capabilities. */
  capability?: string;
  /** Lines for its configuration. */
  settings?: string;
  /** Folders with their SPECIAL-USE; empty: a server without it. */
  specialFolders?: Readonly<Record<string, string>>;
  /** Namespace prefix of every folder but INBOX. */
  prefix?: string;
  separator?: string;
  password?: string;
  /** Passwords by name; other names are refused. */
  users?: Readonly<Record<string, string>>;
  /** Accepts access tokens alone: the introspection URL, with name and password. */
  introspection?: string;
  /** Accepts deliveries by LMTP. */
  lmtp?: boolean;
  /** Scripts sort what comes by LMTP, and are managed by ManageSieve: lines for its settings. */
  sieve?: string;
  /** Another loopback address, where ManageSieve has the port that clients look for. */
  sieveAddress?: string;
  /** SASL mechanisms; default: plain and login, or those for access tokens. */
  mechanisms?: string;
  /** Accepts submissions, and relays them to this port. */
  relayPort?: number;
  /** Instead of a self-signed one for localhost. PEM. */
  certificate?: { cert: string; key: string };
}

/** IMAP4rev1 without helpful extensions. */
export const poorCapability = "IMAP4rev1 IDLE LITERAL+";

/** Settings for a quota of every user, in kB and messages. */
export const quotaOf = (kB: number, messages?: number): string => `mail_plugins = quota
protocol imap {
  mail_plugins = quota imap_quota
}
plugin {
  quota = maildir:User quota
  quota_rule = *:storage=${kB}K${messages === undefined ? "" : `:messages=${messages}`}
  quota_grace = 0%%
}`;

const usualFolders = { Drafts: "\\Drafts", Sent: "\\Sent", Junk: "\\Junk", Trash: "\\Trash", Archive: "\\Archive" };

export async function startDovecot(options: DovecotOptions = {}): Promise<Dovecot> {
  const dir = mkdtempSync(join(tmpdir(), "pismo-dovecot-"));
  chmodSync(dir, 0o755);
  for (const name of ["mail", "home"]) mkdirSync(join(dir, name));
  const isRoot = process.getuid?.() === 0;
  // Root runs it as an unprivileged user: Dovecot refuses to run as root.
  const owner = mailOwner("dovecot");
  for (const name of ["mail", "home"]) chownSync(join(dir, name), owner.uid, owner.gid);
  const ports: number[] = [];
  while (ports.length < 5) ports.push(await freePort());
  const [port = 0, tlsPort = 0, submissionPort = 0, lmtpPort = 0, sievePort = 0] = ports;
  const certificate = options.certificate ? keepCertificate(dir, options.certificate) : makeCertificate(dir);
  let current = options;
  let password = options.password ?? "secret";
  const writeConfiguration = () => {
    const users = Object.entries(current.users ?? {}).map(([name, secret]) => `${name}:{PLAIN}${secret}\n`);
    if (current.users) writeFileSync(join(dir, "users"), users.join(""));
    if (current.introspection) writeFileSync(join(dir, "oauth2.conf"), oauthConfiguration(current.introspection));
    writeFileSync(
      join(dir, "dovecot.conf"),
      configuration({ dir, port, tlsPort, submissionPort, lmtpPort, sievePort, isRoot, owner, password, ...current }),
    );
  };

  const server = new ServerProgram({
    name: "Dovecot",
    dir,
    port,
    pidFile: "run/master.pid",
    launch() {
      // A killed process that has not ended yet still answers on the old sockets: they get a new folder.
      removeFolder(join(dir, "run"));
      mkdirSync(join(dir, "run"));
      for (const name of ["mail", "home"]) removeLocks(join(dir, name));
      writeConfiguration();
      return startProcessGroup(binary, ["-F", "-c", join(dir, "dovecot.conf")]);
    },
  });
  await server.start();
  return {
    host: "127.0.0.1",
    port,
    tlsPort,
    submissionPort,
    lmtpPort,
    sievePort,
    certificate,
    get password() {
      return password;
    },
    mailDir: (user) => join(dir, "mail", user),
    restart: () => server.restart(),
    kill: () => server.end(),
    configure(next) {
      current = { ...current, ...next };
      password = current.password ?? password;
    },
    log: () => server.log(),
    async stop() {
      await server.end();
      removeFolder(dir);
    },
  };
}

/** A killed process that has not ended yet may still create a file in it. */
const removeFolder = (dir: string): void =>
  rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });

/** Killed in the middle of a change, it leaves its lock files, and waits two minutes for them where it makes an index. */
function removeLocks(dir: string): void {
  for (const path of readdirSync(dir, { recursive: true, encoding: "utf8" }))
    if (path.endsWith(".lock")) rmSync(join(dir, path), { force: true });
}

interface Placed extends DovecotOptions {
  dir: string;
  port: number;
  tlsPort: number;
  submissionPort: number;
  lmtpPort: number;
  sievePort: number;
  isRoot: boolean;
  owner: { uid: number; gid: number };
  password: string;
}

function configuration(at: Placed): string {
  const { dir, port, tlsPort, isRoot, owner, prefix = "", separator = "/" } = at;
  const self = userInfo().username;
  const folders = Object.entries(at.specialFolders ?? usualFolders);
  return `base_dir = ${dir}/run
state_dir = ${dir}/run
log_path = ${dir}/log
protocols = imap${at.relayPort ? " submission" : ""}${at.lmtp ? " lmtp" : ""}${at.sieve === undefined ? "" : " sieve"}
listen = 127.0.0.1${at.sieveAddress === undefined ? "" : `, ${at.sieveAddress}`}
${isRoot ? "" : `default_internal_user = ${self}\ndefault_login_user = ${self}\ndefault_internal_group = ${execFileSync("id", ["-gn"]).toString().trim()}`}
ssl = yes
ssl_cert = <${dir}/cert.pem
ssl_key = <${dir}/key.pem
disable_plaintext_auth = no
auth_failure_delay = 0
auth_mechanisms = ${at.mechanisms ?? (at.introspection ? "oauthbearer xoauth2" : "plain login")}
first_valid_uid = 1
first_valid_gid = 1
mail_fsync = never
mail_max_userip_connections = 100
${at.capability ? `imap_capability = ${at.capability}` : ""}
mail_home = ${dir}/home/%u
mail_location = maildir:${dir}/mail/%u:LAYOUT=fs
passdb {
${passwords(at)}
}
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} allow_all_users=yes
}
namespace inbox {
  inbox = yes
  separator = ${separator}
  prefix = ${prefix}
${folders.map(([name, use]) => `  mailbox ${name} {\n    auto = create\n    special_use = ${use}\n  }`).join("\n")}
}
service anvil {
  chroot =
  # A wrong password is not answered more and more slowly.
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service imap-login {
  chroot =
  client_limit = 200
  service_count = 0
  process_limit = 1
  process_min_avail = 1
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${tlsPort}
  }
}
service imap {
  service_count = 50
}
service stats {
  chroot =
}
${at.relayPort ? submissionConfiguration(at.relayPort, at.submissionPort) : ""}
${at.lmtp ? lmtpConfiguration(at.lmtpPort) : ""}
${at.sieve === undefined ? "" : sieveConfiguration(at)}
${at.settings ?? ""}
`;
}

function passwords({ introspection, users, dir, password }: Placed): string {
  if (introspection) return `  driver = oauth2\n  args = ${dir}/oauth2.conf`;
  if (users) return `  driver = passwd-file\n  args = ${dir}/users`;
  return `  driver = static\n  args = password=${password}`;
}

const oauthConfiguration = (introspection: string): string => `introspection_url = ${introspection}
introspection_mode = post
force_introspection = yes
username_attribute = sub
active_attribute = active
active_value = true
`;

const submissionConfiguration = (relayPort: number, port: number): string => `submission_relay_host = 127.0.0.1
submission_relay_port = ${relayPort}
submission_relay_trusted = no
service submission-login {
  chroot =
  inet_listener submission {
    port = ${port}
  }
}
`;

/** The whole address is the login name. */
const lmtpConfiguration = (port: number): string => `lda_mailbox_autocreate = yes
postmaster_address = postmaster@example.org
service lmtp {
  chroot =
  inet_listener lmtp {
    port = ${port}
  }
}
`;

const sieveConfiguration = ({ sieve, sievePort, sieveAddress }: Placed): string => `service managesieve-login {
  chroot =
  inet_listener sieve {
    ${sieveAddress === undefined ? `port = ${sievePort}` : `address = ${sieveAddress}\n    port = 4190`}
  }
}
protocol lmtp {
  mail_plugins = sieve
}
plugin {
  sieve = file:~/sieve;active=~/.dovecot.sieve
${sieve}
}
`;

function keepCertificate(dir: string, { cert, key }: { cert: string; key: string }): string {
  writeFileSync(join(dir, "cert.pem"), cert);
  writeFileSync(join(dir, "key.pem"), key, { mode: 0o600 });
  return cert;
}

function makeCertificate(dir: string): string {
  const file = join(dir, "cert.pem");
  const what = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  execFileSync("openssl", ["req", ...what, ...names, "-keyout", join(dir, "key.pem"), "-out", file], {
    stdio: "ignore",
  });
  return readFileSync(file, "utf8");
}
