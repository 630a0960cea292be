/** A Postfix on a free loopback port with its own configuration, queue and mailboxes, removed afterwards. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Its master process must start as root. */
export const canRunPostfix = existsSync("/usr/sbin/postfix") && process.getuid?.() === 0;

export interface Postfix {
  port: number;
  /** The port of implicit TLS; only with a certificate. */
  tlsPort: number;
  /** Messages in the mailbox of friend@b.example, as Postfix wrote them. */
  messages(): string[];
  stop(): void;
}

const owner = 65_534;

export interface PostfixOptions {
  /** Offers STARTTLS, and TLS on a port of its own. PEM. */
  certificate?: { cert: string; key: string };
  /** Port of a Dovecot's auth service, which checks sign-ins; after STARTTLS, where that is offered. */
  authPort?: number;
  /** Login names by the addresses that they may send from; the sender is judged before there is a recipient. */
  senders?: Record<string, string>;
}

/** Accepts messages for friend@b.example and refuses all others. */
export async function startPostfix(options: PostfixOptions = {}): Promise<Postfix> {
  const { certificate } = options;
  const dir = mkdtempSync(join(tmpdir(), "pismo-postfix-"));
  chmodSync(dir, 0o755);
  for (const name of ["etc", "queue", "data", "mail"]) mkdirSync(join(dir, name));
  chownSync(join(dir, "data"), Number(execFileSync("id", ["-u", "postfix"])), 0);
  chownSync(join(dir, "mail"), owner, owner);
  const [port, tlsPort] = [await freePort(), await freePort()];
  if (certificate) writeFileSync(join(dir, "etc/server.pem"), certificate.key + certificate.cert, { mode: 0o600 });
  writeFileSync(join(dir, "etc/main.cf"), mainSettings(dir) + accessSettings(dir, options));
  writeFileSync(join(dir, "etc/master.cf"), services(port, certificate && tlsPort));
  const postfix = (command: string) =>
    execFileSync("/usr/sbin/postfix", ["-c", join(dir, "etc"), command], { stdio: "ignore" });
  postfix("start");
  return {
    port,
    tlsPort,
    messages() {
      const box = join(dir, "mail/friend/new");
      return existsSync(box) ? readdirSync(box).map((name) => readFileSync(join(box, name), "latin1")) : [];
    },
    stop() {
      postfix("stop");
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function mainSettings(dir: string): string {
  return `compatibility_level = 3.6
queue_directory = ${dir}/queue
data_directory = ${dir}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
myhostname = relay.example
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
virtual_mailbox_domains = b.example
virtual_mailbox_base = ${dir}/mail
virtual_mailbox_maps = inline:{friend@b.example=friend/}
virtual_uid_maps = static:${owner}
virtual_gid_maps = static:${owner}
smtpd_relay_restrictions = reject_unauth_destination
maillog_file = ${dir}/log
maillog_file_prefixes = ${dir}
`;
}

function accessSettings(dir: string, { certificate, authPort, senders }: PostfixOptions): string {
  const tls = certificate ? `smtpd_tls_security_level = may\nsmtpd_tls_chain_files = ${dir}/etc/server.pem\n` : "";
  if (authPort === undefined) return tls;
  const owners = Object.entries(senders ?? {}).map(([address, login]) => `${address}=${login}`);
  const judged = senders
    ? `smtpd_delay_reject = no
smtpd_sender_login_maps = inline:{${owners.join(", ")}}
smtpd_sender_restrictions = reject_sender_login_mismatch
`
    : "";
  return `${tls}${judged}smtpd_tls_auth_only = ${certificate ? "yes" : "no"}
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:${authPort}
smtpd_relay_restrictions = permit_sasl_authenticated, reject
smtpd_recipient_restrictions = permit_sasl_authenticated, reject
`;
}

function services(port: number, tlsPort: number | undefined): string {
  const rows = [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    ...(tlsPort === undefined ? [] : [`127.0.0.1:${tlsPort} inet n - n - - smtpd -o smtpd_tls_wrappermode=yes`]),
    "pickup unix n - n 60 1 pickup",
    "cleanup unix n - n - 0 cleanup",
    "qmgr unix n - n 300 1 qmgr",
    "rewrite unix - - n - - trivial-rewrite",
    "bounce unix - - n - 0 bounce",
    "defer unix - - n - 0 bounce",
    "trace unix - - n - 0 bounce",
    "proxymap unix - - n - - proxymap",
    "error unix - - n - - error",
    "retry unix - - n - - error",
    "virtual unix - n n - - virtual",
    "anvil unix - - n - 1 anvil",
    "tlsmgr unix - - n 1000? 1 tlsmgr",
    "postlog unix-dgram n - n - 1 postlogd",
  ];
  return `${rows.join("\n")}\n`;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
