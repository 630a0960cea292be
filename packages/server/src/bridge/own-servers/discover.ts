/**
 * The servers of an address: from the bundled list; else the domain's own page, its SRV records, whose servers take its
 * letters, and the usual names, all asked at once. No password is sent to anybody.
 */
import type { DiscoverySource, MailProvider, MailServer, MailServerDiscoverResult } from "@pismo/jmap";
import { Resolver } from "node:dns/promises";
import { lookup as systemLookup, Resolver as CallbackResolver } from "node:dns";
import type { LookupFunction } from "node:net";
import { domainToASCII } from "node:url";
import { parseAutoconfig } from "./autoconfig.ts";
import { bestAnswer } from "./best-answer.ts";
import { fetchAutoconfig } from "./fetch-autoconfig.ts";
import { guessServers, type UsualPorts } from "./guess.ts";
import { providerOfDomain, providerOfHost, providerOfMx } from "./providers.ts";
import { lookUpExchanges, lookUpServices } from "./srv.ts";

export interface DiscoveryOptions {
  /** A further page to ask, the administrator's own or Thunderbird's: https, with {domain} or {email} in it. */
  autoconfigUrl?: string | undefined;
  /** For tests. */
  world?: {
    /** Asked instead of the system's: address:port. Names of servers are looked up there too. */
    dnsServers: string[];
    /** Where the pages of domains are, instead of 443. */
    httpsPort: number;
    ports: UsualPorts;
    ca: string;
  };
}

/** Milliseconds for everything, and for the more certain sources after the first answer. */
const LONGEST = 25_000;
const GRACE = 2000;

type Finding = Pick<MailServerDiscoverResult, "provider"> & { found: MailServerDiscoverResult["found"] };

/** Names by the test's DNS server, whatever they lead to. */
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

const pagesOf = (email: string, domain: string, port: string): string[] => [
  `https://autoconfig.${domain}${port}/mail/config-v1.1.xml?emailaddress=${encodeURIComponent(email)}`,
  `https://${domain}${port}/.well-known/autoconfig/mail/config-v1.1.xml`,
];

const findingOf = (
  servers: Pick<MailServer, "username" | "imap" | "smtp">,
  source: DiscoverySource,
  provider?: MailProvider,
): Finding => {
  const { username, imap, smtp } = servers;
  return { found: { username, imap, smtp, source }, provider: provider ?? providerOfHost(imap.host) ?? null };
};

/** @param email with exactly one domain behind its last @ */
export async function discoverServers(
  email: string,
  options: DiscoveryOptions = {},
): Promise<MailServerDiscoverResult> {
  const { autoconfigUrl, world } = options;
  const domain = domainToASCII(email.slice(email.lastIndexOf("@") + 1).trim()).toLowerCase();
  if (domain === "") return { email, found: null, provider: null };
  const known = providerOfDomain(email, domain);
  if (known) return known;

  const over = new AbortController();
  const signal = AbortSignal.any([AbortSignal.timeout(LONGEST), over.signal]);
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  if (world) resolver.setServers(world.dnsServers);
  const lookup = world && lookupBy(world.dnsServers);
  const ca = world?.ca;

  const pageAt = async (url: string, isAdministrators: boolean): Promise<Finding | undefined> => {
    // The administrator's own word may lead into their own network.
    const rules = { ca, ...(isAdministrators ? { lookup: lookup ?? systemLookup } : { lookup }) };
    const xml = await fetchAutoconfig(url, rules, signal).catch(() => "");
    const page = parseAutoconfig(xml, email);
    return page && findingOf(page, "autoconfig", page.provider);
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
    const servers = await guessServers(email, domain, { signal, ca, lookup, ports: world?.ports });
    return servers && findingOf(servers, "guess");
  };
  const port = world ? `:${world.httpsPort}` : "";
  const sources = [
    ...(autoconfigUrl ? [pageAt(fill(autoconfigUrl, email, domain), true)] : []),
    ...pagesOf(email, domain, port).map((url) => pageAt(url, false)),
    services(),
    exchanges(),
    guess(),
  ];
  const best = await bestAnswer(sources, GRACE);
  over.abort();
  resolver.cancel();
  return { email, found: best?.found ?? null, provider: best?.provider ?? null };
}

const fill = (template: string, email: string, domain: string): string =>
  template.replaceAll("{domain}", encodeURIComponent(domain)).replaceAll("{email}", encodeURIComponent(email));
