/** Looks up a domain's servers in DNS: SRV (RFC 6186, RFC 8314) and MX. */
import type { ImapServers, ServerEndpoint } from "@pismo/jmap";
import type { SrvRecord } from "node:dns";
import type { Resolver } from "node:dns/promises";

const services = {
  imap: [
    ["_imaps._tcp", "tls"],
    ["_imap._tcp", "starttls"],
  ],
  smtp: [
    ["_submissions._tcp", "tls"],
    ["_submission._tcp", "starttls"],
  ],
} as const;

/** The first by priority, then by weight. A target of "." means that there is no such service (RFC 2782). */
function first(records: readonly SrvRecord[]): SrvRecord | undefined {
  const [best] = records.toSorted((a, b) => a.priority - b.priority || b.weight - a.weight);
  return best && best.name !== "" && best.name !== "." ? best : undefined;
}

/** A service of the domain; undefined: there is none. */
export async function lookUpService(
  resolver: Resolver,
  service: string,
  domain: string,
): Promise<{ host: string; port: number } | undefined> {
  const record = first(await resolver.resolveSrv(`${service}.${domain}`).catch(() => []));
  return record && { host: record.name.toLowerCase().replace(/\.$/, ""), port: record.port };
}

async function endpointOf(
  resolver: Resolver,
  kind: keyof typeof services,
  domain: string,
): Promise<ServerEndpoint | null> {
  const answers = await Promise.all(
    services[kind].map(async ([service, security]): Promise<ServerEndpoint | undefined> => {
      const found = await lookUpService(resolver, service, domain);
      return found && { ...found, security };
    }),
  );
  return answers.find((endpoint) => endpoint !== undefined) ?? null;
}

/** @returns undefined without an IMAP server in DNS. The login name is the whole address (RFC 6186 §4). */
export async function lookUpServices(
  resolver: Resolver,
  email: string,
  domain: string,
): Promise<ImapServers | undefined> {
  const [imap, smtp] = await Promise.all([endpointOf(resolver, "imap", domain), endpointOf(resolver, "smtp", domain)]);
  return imap ? { username: email, imap, smtp } : undefined;
}

/** A domain's MX hosts, the preferred one first. */
export async function lookUpExchanges(resolver: Resolver, domain: string): Promise<string[]> {
  const records = await resolver.resolveMx(domain).catch(() => []);
  return records.toSorted((a, b) => a.priority - b.priority).map(({ exchange }) => exchange);
}
