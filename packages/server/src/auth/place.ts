/** Where a request comes from and which site it was meant for: the guard against other sites and DNS rebinding. */
import { isIPv6 } from "node:net";

/** What a request says about itself. Header values as they came. */
export interface RequestFacts {
  method: string;
  /** Address of the other end of the connection. */
  peer: string;
  /** Address and port that the connection came in on. */
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
  /** A proxy handed the request on: the peer's address says nothing about the person. */
  isForwarded: boolean;
  /** X-Forwarded-For as it came. */
  forwardedFor: string | undefined;
  userAgent: string | undefined;
}

/** The settings that say under which names this server is known. Origins without a slash at the end. */
export interface OwnNames {
  host: string;
  publicUrl: string | undefined;
  devOrigin: string | undefined;
}

export type Site = "none" | "own" | "foreign";

/**
 * The address to count attempts by. Where a proxy is set up it stands on this machine and adds what it saw as the last
 * entry; the ones before are the caller's own words.
 */
export function addressOf({ peer, forwardedFor }: RequestFacts, { publicUrl }: OwnNames): string {
  const last = forwardedFor?.split(",").at(-1)?.trim();
  return networkOf(publicUrl !== undefined && isLoopback(peer) && last ? last : peer);
}

/** Who has one address of IPv6 has the 2^64 around it; they count as one. */
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

/** 127.0.0.0/8 and ::1, as IPv4 in IPv6 too. */
export function isLoopback(address: string): boolean {
  return address === "::1" || /^(::ffff:)?127\.\d+\.\d+\.\d+$/i.test(address);
}

/** As a setting or a URL names this machine: an address without brackets, or localhost. */
export const isLoopbackName = (name: string): boolean => name === "localhost" || isLoopback(name);

const loopbackNames = ["127.0.0.1", "localhost", "[::1]"];

/** The Host of a browser on this machine: the loopback names with our port or the development server's. */
export function isLoopbackHost({ host, localPort }: RequestFacts, { devOrigin }: OwnNames): boolean {
  const ports = [String(localPort), ...(devOrigin ? [portOf(devOrigin)] : [])];
  return ports.some((port) => loopbackNames.some((name) => sameHost(host, name, port)));
}

/**
 * Whether the request was meant for us. A page of another site can let its own name point to 127.0.0.1 (DNS rebinding),
 * but then its name stands in Host. An IP address in Host is safe: names are what rebinds.
 */
export function isOwnHost(facts: RequestFacts, names: OwnNames): boolean {
  if (isLoopbackHost(facts, names)) return true;
  const { host, localAddress, localPort } = facts;
  if (names.publicUrl && host?.toLowerCase() === new URL(names.publicUrl).host) return true;
  const address = localAddress?.replace(/^::ffff:(?=\d+\.)/i, "");
  const own = [names.host, ...(address ? [address] : [])].map((name) => (isIPv6(name) ? `[${name}]` : name));
  return own.some((name) => sameHost(host, name, String(localPort)));
}

/** Whose page sent the request, by Origin and Fetch Metadata. Call only with an own Host. */
export function siteOf({ host, origin, fetchSite }: RequestFacts, { publicUrl, devOrigin }: OwnNames): Site {
  if (origin !== undefined) return isOwnOrigin() ? "own" : "foreign";
  if (fetchSite === undefined) return "none";
  // "same-site" is foreign: any other port of this machine is same-site with us. "none" is the address bar.
  return fetchSite === "same-origin" || fetchSite === "none" ? "own" : "foreign";

  function isOwnOrigin(): boolean {
    if (origin === `http://${host?.toLowerCase()}`) return true;
    if (publicUrl && host?.toLowerCase() === new URL(publicUrl).host && origin === publicUrl) return true;
    return devOrigin !== undefined && loopbackNames.some((name) => origin === `http://${name}:${portOf(devOrigin)}`);
  }
}

/**
 * A POST that a foreign page can send without asking first (Fetch Standard, "CORS-safelisted"). A browser may add the
 * Basic credentials that it remembers to such a one by itself.
 */
export function isSimplePost({ method, contentType = "" }: RequestFacts): boolean {
  const [type = ""] = contentType.toLowerCase().split(";");
  const simple = ["", "text/plain", "multipart/form-data", "application/x-www-form-urlencoded"];
  return method === "POST" && simple.includes(type.trim());
}

const portOf = (origin: string) => new URL(origin).port || (origin.startsWith("https:") ? "443" : "80");

/** A Host without a port means 80: browsers leave the default out. */
function sameHost(host: string | undefined, name: string, port: string): boolean {
  const given = host?.toLowerCase();
  return given === `${name.toLowerCase()}:${port}` || (port === "80" && given === name.toLowerCase());
}
