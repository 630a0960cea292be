/** Where the scripts of a mail server's account are managed: RFC 5804 §1.1. */
import { Resolver } from "node:dns/promises";
import type { StoredServer } from "../../store/mirror/imap-accounts.ts";
import { lookUpService } from "../account-setup/srv.ts";
import { isSameSite } from "../carddav/discover.ts";

export interface Place {
  host: string;
  port: number;
}

const PORT = 4190;
const DNS_MS = 3000;

export interface FindOptions {
  /** For tests. */
  resolver?: Resolver;
  port?: number;
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1).toLowerCase();

/** "imap.example.org" → "example.org" */
const parentOf = (host: string): string => host.slice(host.indexOf(".") + 1);

/**
 * In the order in which they are tried. What DNS names has to be of the same site as the mail server: the password goes
 * there, and DNS alone vouches for it.
 */
export async function placesFor(
  { host, username }: Pick<StoredServer, "host" | "username">,
  { resolver = new Resolver({ timeout: DNS_MS, tries: 1 }), port = PORT }: FindOptions,
): Promise<Place[]> {
  const domains = new Set([...(username.includes("@") ? [domainOf(username)] : []), host, parentOf(host)]);
  const named = await Promise.all(
    [...domains]
      .filter((domain) => domain.includes(".") && !/^[\d.]+$/.test(domain))
      .map((domain) => lookUpService(resolver, "_sieve._tcp", domain)),
  );
  const places = [...named.filter((place) => place !== undefined), { host, port }];
  const own = new URL(`https://${host.includes(":") ? `[${host}]` : host}`);
  const trusted = places.filter((place) => place.host === host || isSameSite(new URL(`https://${place.host}`), own));
  return trusted.filter(
    (place, index) => trusted.findIndex((other) => other.host === place.host && other.port === place.port) === index,
  );
}
