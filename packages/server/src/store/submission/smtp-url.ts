/** An account's SMTP server as one URL, whose scheme has the connection's security. */
import type { ServerEndpoint, ServerSecurity } from "@pismo/jmap";

const schemes = { tls: "smtps:", starttls: "smtp+starttls:", plain: "smtp+plain:" } as const;
/** smtp: means STARTTLS, and no encryption on the loopback interface. */
const usualPorts: Readonly<Record<string, number>> = { "smtps:": 465, "smtp+plain:": 25 };
const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1)$/i.test(host);

export const smtpUrlOf = ({ host, port, security }: ServerEndpoint): string =>
  `${schemes[security]}//${host.includes(":") ? `[${host}]` : host}:${port}`;

/** @param smtpUrl smtps://host:port, smtp://, smtp+starttls:// or smtp+plain:// */
export function smtpServerOf(smtpUrl: string): ServerEndpoint {
  const url = new URL(smtpUrl);
  const host = decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, "$1");
  const named = Object.entries(schemes).find(([, scheme]) => scheme === url.protocol)?.[0] as
    | ServerSecurity
    | undefined;
  const security = named ?? (isLoopback(host) ? "plain" : "starttls");
  return { host, port: Number(url.port) || (usualPorts[url.protocol] ?? 587), security };
}
