/** Which IP addresses are on the public internet: the only ones that a message or a client may make us contact. */
import { lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { networkInterfaces } from "node:os";

/** Networks of trusted neighbours, or of nothing (RFC 6890 and its registries). */
const inner = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const) {
  inner.addSubnet(network, bits, "ipv4");
}
/** Within the unicast addresses of the internet, 2000::/3: networks that carry an IPv4 address or are unassigned. */
for (const [network, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const) {
  inner.addSubnet(network, bits, "ipv6");
}
const unicast = new BlockList();
unicast.addSubnet("2000::", 3, "ipv6");

/** The addresses of this machine itself, public ones too. Read each time: they change. */
const isOwn = (address: string): boolean =>
  Object.values(networkInterfaces()).some((all) => all?.some((own) => own.address === address));

/** @param address an IP address without brackets; anything else is not public */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0 || isOwn(address)) return false;
  if (version === 4) return !inner.check(address, "ipv4");
  // Mapped, compatible and translated IPv4 (::ffff:0:0/96, ::/96, 64:ff9b::/96) lie outside of 2000::/3.
  return unicast.check(address, "ipv6") && !inner.check(address, "ipv6");
}

/**
 * Resolves a name once and connects to the address that was checked: a second lookup could give another one.
 * A name with one private address among several is refused.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, "", 0);
    const [first] = addresses;
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
      return callback(new Error(`${hostname} is an address inside a private network`), "", 0);
    }
    if (options.all) return callback(null, addresses);
    return callback(null, first.address, first.family);
  });
};
