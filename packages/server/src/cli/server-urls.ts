/** Server URLs on the command line: imaps://host, imap://host:port, smtps://host, smtp://host:port. */
import type { ImapServer } from "../store/mirror/imap-accounts.ts";

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(host);

function parse(text: string, kind: "imap" | "smtp"): URL {
  const url = URL.parse(text);
  const isRight = url && url.protocol.replace(/s?:$/, "") === kind && url.hostname !== "";
  if (!isRight) throw new Error(`"${text}" is no server: write ${kind}s://host or ${kind}://host:port`);
  if (url.password) throw new Error("A password does not belong on the command line: it is asked for");
  return url;
}

/** @param isPlain allows an unencrypted connection; to this machine it is always allowed. @throws Error in one line */
export function serverFromUrls(
  imap: string,
  smtp: string | undefined,
  isPlain: boolean,
): Pick<ImapServer, "host" | "port" | "security" | "smtpUrl"> {
  const url = parse(imap, "imap");
  const isTls = url.protocol === "imaps:";
  const out = smtp === undefined ? undefined : parse(smtp, "smtp");
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: Number(url.port) || (isTls ? 993 : 143),
    security: isTls ? "tls" : isPlain || isLoopback(url.hostname) ? "plain" : "starttls",
    smtpUrl: out
      ? `${out.protocol}//${out.hostname}${out.port ? `:${out.port}` : out.protocol === "smtp:" ? ":587" : ""}`
      : null,
  };
}
