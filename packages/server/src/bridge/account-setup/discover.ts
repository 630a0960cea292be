/**
 * Discovers the servers of an address: from the bundled list, or else from the domain's JMAP server, its autoconfig file,
 * SRV and MX records and the usual host names, all at once. No password is sent.
 */
import type { DiscoverySource, ImapServers, JmapServer, MailProvider, MailServerDiscoverResult } from "@pismo/jmap";
import { Resolver } from "node:dns/promises";
import { lookup as systemLookup, Resolver as CallbackResolver } from "node:dns";
import type { LookupFunction } from "node:net";
import { domainToASCII } from "node:url";
import { parseAutoconfig } from "./autoconfig.ts";
import { bestAnswer } from "./best-answer.ts";
import { jmapAtDomain, jmapByRecord } from "./find-jmap.ts";
import { fetchAutoconfig } from "./fetch-autoconfig.ts";
import { guessServers, type UsualPorts } from "./guess.ts";
import { providerOfDomain, providerOfHost, providerOfMx } from "./providers.ts";
import { lookUpExchanges, lookUpServices } from "./srv.ts";

export interface DiscoveryOptions {
  /** A further autoconfig file, the administrator's or Thunderbird's: https, with {domain} or {email} in it. */
  autoconfigUrl?: string | undefined;
  /** For tests. */
  network?: {
    /** Replace the system's, also for host names of servers: address:port. */
    dnsServers: string[];
    /** Port of autoconfig files, instead of 443. */
    httpsPort: number;
    ports: UsualPorts;
    ca: string;
  };
}

const TIMEOUT_MS = 25_000;
/** For more certain sources after the first answer. */
const GRACE_MS = 2000;

type Finding = Pick<MailServerDiscoverResult, "provider"> & { found: MailServerDiscoverResult["found"] };

/** Resolves names by the test's DNS server, private addresses too. */
function lookupBy(dnsServers: readonly string[]): LookupFunction {
  const resolver = new CallbackResolver();
  resolver.setServers(dnsServers);
  return (hostname, options, callback) => {
    resolver.resolve4(hostname, (error, addresses) => {
      if (error) return callback(error, "", 0);
      const all = addresses.map((address) => ({ address, family: 4 }));
      return options.all ? callback(null, all) : callback(null, all[0]?.address ?? "", 4);
    });
  };
}

const autoconfigUrls = (email: string, domain: string, port: string): string[] => [
  `https://autoconfig.${domain}${port}/mail/config-v1.1.xml?emailaddress=${encodeURIComponent(email)}`,
  `https://${domain}${port}/.well-known/autoconfig/mail/config-v1.1.xml`,
];

const findingOf = (servers: ImapServers, source: DiscoverySource, provider?: MailProvider): Finding => {
  const { username, imap, smtp } = servers;
  return { found: { username, imap, smtp, source }, provider: provider ?? providerOfHost(imap.host) ?? null };
};

const jmapFinding = (server: JmapServer | undefined, source: DiscoverySource): Finding | undefined =>
  server && { found: { ...server, source }, provider: providerOfHost(new URL(server.jmapUrl).hostname) ?? null };

/** @param email with a domain after its last @ */
export async function discoverServers(
  email: string,
  options: DiscoveryOptions = {},
): Promise<MailServerDiscoverResult> {
  const { autoconfigUrl, network } = options;
  const domain = domainToASCII(email.slice(email.lastIndexOf("@") + 1).trim()).toLowerCase();
  if (domain === "") return { email, found: null, provider: null };
  const known = providerOfDomain(email, domain);
  if (known) return known;

  const over = new AbortController();
  const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), over.signal]);
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  if (network) resolver.setServers(network.dnsServers);
  const lookup = network && lookupBy(network.dnsServers);
  const ca = network?.ca;

  const autoconfigAt = async (url: string, isAdministrators: boolean): Promise<Finding | undefined> => {
    // The administrator's file may be in a private network.
    const rules = { ca, ...(isAdministrators ? { lookup: lookup ?? systemLookup } : { lookup }) };
    const xml = await fetchAutoconfig(url, rules, signal).catch(() => "");
    const config = parseAutoconfig(xml, email);
    return config && findingOf(config, "autoconfig", config.provider);
  };
  const services = async (): Promise<Finding | undefined> => {
    const servers = await lookUpServices(resolver, email, domain);
    return servers && findingOf(servers, "srv");
  };
  const exchanges = async (): Promise<Finding | undefined> => {
    for (const exchange of await lookUpExchanges(resolver, domain)) {
      const answer = providerOfMx(email, exchange);
      if (answer) return { found: answer.found, provider: answer.provider };
    }
    return undefined;
  };
  const guess = async (): Promise<Finding | undefined> => {
    const servers = await guessServers(email, domain, { signal, ca, lookup, ports: network?.ports });
    return servers && findingOf(servers, "guess");
  };
  const port = network ? `:${network.httpsPort}` : "";
  const search = { resolver, rules: { lookup, ca }, signal, port };
  const sources = [
    ...(autoconfigUrl ? [autoconfigAt(fill(autoconfigUrl, email, domain), true)] : []),
    jmapByRecord(email, domain, search).then((server) => jmapFinding(server, "srv")),
    jmapAtDomain(email, domain, search).then((server) => jmapFinding(server, "wellKnown")),
    ...autoconfigUrls(email, domain, port).map((url) => autoconfigAt(url, false)),
    services(),
    exchanges(),
    guess(),
  ];
  const best = await bestAnswer(sources, GRACE_MS);
  over.abort();
  resolver.cancel();
  return { email, found: best?.found ?? null, provider: best?.provider ?? null };
}

const fill = (template: string, email: string, domain: string): string =>
  template.replaceAll("{domain}", encodeURIComponent(domain)).replaceAll("{email}", encodeURIComponent(email));
