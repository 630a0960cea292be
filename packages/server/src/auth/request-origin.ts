/** The request origin: where a request comes from, and which site it was meant for. Guards against CSRF and DNS rebinding. */
import { type BlockList, isIP, isIPv6 } from "node:net";

/** Facts of a request. Header values are unparsed. */
export interface RequestFacts {
  /** Its number, for the log. */
  requestId: string;
  method: string;
  /** Of the request line: "1.0" or "1.1". */
  httpVersion: string;
  /** Address and port of the peer. */
  peer: string;
  peerPort: number | undefined;
  /** Local address and port of the connection. */
  localAddress: string | undefined;
  localPort: number;
  host: string | undefined;
  origin: string | undefined;
  fetchSite: string | undefined;
  fetchMode: string | undefined;
  fetchDest: string | undefined;
  contentType: string | undefined;
  authorization: string | undefined;
  /** The secret in the session cookie. */
  sessionSecret: string | undefined;
  /** The secret that identifies the browser, independent of its session. */
  browserSecret: string | undefined;
  /** A proxy forwarded the request: the address of the peer says nothing about the person. */
  isForwarded: boolean;
  /** X-Forwarded-For, unparsed. */
  forwardedFor: string | undefined;
  userAgent: string | undefined;
}

/** The names of this server. Origins have no trailing slash. */
export interface OwnNames {
  host: string;
  publicUrl: string | undefined;
  devOrigin: string | undefined;
  /** Proxies on other machines, whose X-Forwarded-For counts as that of one on this machine does. */
  trustedProxies?: BlockList | undefined;
}

export type Site = "none" | "own" | "foreign";

/**
 * The address by which attempts are counted. A configured proxy runs on this machine, or is named in the settings, and
 * appends the address that it saw; the entries before that of the first proxy are the client's claims.
 */
export const addressOf = (facts: RequestFacts, names: OwnNames): string => networkOf(clientAddressOf(facts, names));

/** The same as a single address, not its network. */
export function clientAddressOf({ peer, forwardedFor }: RequestFacts, names: OwnNames): string {
  if (names.publicUrl === undefined || !isProxy(peer, names)) return peer;
  const seen = forwardedFor?.split(",").map((each) => each.trim()) ?? [];
  // Several proxies in a row: each names the one before it.
  return seen.findLast((each) => each !== "" && !isProxy(each, names)) ?? (seen.find(Boolean) || peer);
}

function isProxy(address: string, { trustedProxies }: OwnNames): boolean {
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, "");
  const family = isIP(bare);
  return isLoopback(bare) || (family !== 0 && trustedProxies?.check(bare, family === 6 ? "ipv6" : "ipv4") === true);
}

/** A customer with one IPv6 address has the 2^64 around it; they count as one. */
function networkOf(address: string): string {
  const [text = ""] = address.split("%");
  if (!isIPv6(text) || text.includes(".")) return address;
  const [left = "", right] = text.split("::");
  const groups = left.split(":").filter(Boolean);
  const behind = right?.split(":").filter(Boolean) ?? [];
  const zeros = Array.from({ length: 8 - groups.length - behind.length }, () => "0");
  const all = right === undefined ? groups : [...groups, ...zeros, ...behind];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}

/** 127.0.0.0/8 and ::1, also as IPv4-mapped IPv6. */
export function isLoopback(address: string): boolean {
  return address === "::1" || /^(::ffff:)?127\.\d+\.\d+\.\d+$/i.test(address);
}

/** This machine in a setting or a URL: an address without brackets, or localhost. */
export const isLoopbackName = (name: string): boolean => name === "localhost" || isLoopback(name);

const loopbackNames = ["127.0.0.1", "localhost", "[::1]"];

/** The Host header of a local browser: a loopback name with our port or that of the development server. */
export function isLoopbackHost({ host, localPort }: RequestFacts, { devOrigin }: OwnNames): boolean {
  const ports = [String(localPort), ...(devOrigin ? [portOf(devOrigin)] : [])];
  return ports.some((port) => loopbackNames.some((name) => sameHost(host, name, port)));
}

/**
 * Whether the request was meant for this server. Another site can point its own name to 127.0.0.1 (DNS rebinding), but
 * then Host has that name. An IP address in Host is safe: only names can be rebound.
 */
export function isOwnHost(facts: RequestFacts, names: OwnNames): boolean {
  if (isLoopbackHost(facts, names)) return true;
  const { host, localAddress, localPort } = facts;
  if (names.publicUrl && host?.toLowerCase() === new URL(names.publicUrl).host) return true;
  const address = localAddress?.replace(/^::ffff:(?=\d+\.)/i, "");
  const own = [names.host, ...(address ? [address] : [])].map((name) => (isIPv6(name) ? `[${name}]` : name));
  return own.some((name) => sameHost(host, name, String(localPort)));
}

/** Whose page sent the request, by Origin and Fetch Metadata. Call only after isOwnHost. */
export function siteOf({ host, origin, fetchSite }: RequestFacts, { publicUrl, devOrigin }: OwnNames): Site {
  if (origin !== undefined) return isOwnOrigin() ? "own" : "foreign";
  if (fetchSite === undefined) return "none";
  // "same-site" is foreign: every other port of this machine is same-site. "none" is the address bar.
  return fetchSite === "same-origin" || fetchSite === "none" ? "own" : "foreign";

  function isOwnOrigin(): boolean {
    if (origin === `http://${host?.toLowerCase()}`) return true;
    if (publicUrl && host?.toLowerCase() === new URL(publicUrl).host && origin === publicUrl) return true;
    return devOrigin !== undefined && loopbackNames.some((name) => origin === `http://${name}:${portOf(devOrigin)}`);
  }
}

/**
 * A POST that a foreign page can send without a preflight (Fetch Standard, "CORS-safelisted"). The browser may add
 * remembered Basic credentials to it.
 */
export function isSimplePost({ method, contentType = "" }: RequestFacts): boolean {
  const [type = ""] = contentType.toLowerCase().split(";");
  const simple = ["", "text/plain", "multipart/form-data", "application/x-www-form-urlencoded"];
  return method === "POST" && simple.includes(type.trim());
}

const portOf = (origin: string) => new URL(origin).port || (origin.startsWith("https:") ? "443" : "80");

/** A Host without a port means 80: browsers omit the default. */
function sameHost(host: string | undefined, name: string, port: string): boolean {
  const given = host?.toLowerCase();
  return given === `${name.toLowerCase()}:${port}` || (port === "80" && given === name.toLowerCase());
}
