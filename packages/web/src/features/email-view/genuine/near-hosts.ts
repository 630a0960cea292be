/** Links to hosts that come near to one that the person knows, without being it. Pure. */
import { readableHost, siteOf } from "../../../message-html/index.ts";
import { isSlipOf } from "../../../store/people/near-address.ts";

export interface NearHost {
  /** Where a link leads, in the form that computers use. */
  host: string;
  /** The site that is known, one letter away. */
  known: string;
}

/** Each is compared with every known one: what a letter may cost has an end. */
const MOST_HOSTS = 100;

/** @param hosts of the letter's links @param known hosts of addresses that the person has written to, and the sender's */
export function nearHostsOf(hosts: readonly string[], known: Iterable<string>): NearHost[] {
  const sites = new Set(Array.from(known, (host) => siteOf(host.toLowerCase())));
  return hosts.slice(0, MOST_HOSTS).flatMap((host) => {
    const site = siteOf(readableHost(host));
    if (sites.has(site)) return [];
    const near = [...sites].find((each) => isSlipOf(`name@${site}`, `name@${each}`));
    return near === undefined ? [] : [{ host, known: near }];
  });
}
