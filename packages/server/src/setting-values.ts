/**
 * Parses the values of settings: one function per kind.
 * @throws Error whose message completes "PISMO_X must be …"
 */
import { BlockList, isIP } from "node:net";
import { type LogFormat, logFormats, type LogLevel, logLevels } from "./log.ts";
import { type Role, roles } from "./roles.ts";

export function hostName(text: string): string {
  if (!/^[\w.:-]+$/.test(text)) throw new Error("a host name or an IP address");
  return text;
}

export function domainName(text: string): string {
  const label = "[a-z0-9]([a-z0-9-]*[a-z0-9])?";
  const domain = text.toLowerCase();
  if (!new RegExp(`^${label}(\\.${label})*$`).test(domain)) throw new Error("a domain name in ASCII");
  return domain;
}

export function port(text: string): number {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : Infinity;
  if (number > 65_535) throw new Error("a port from 0 to 65535");
  return number;
}

/** undefined: nothing listens. */
export function portOrOff(text: string): number | undefined {
  if (text === "off") return undefined;
  try {
    return port(text);
  } catch {
    throw new Error("a port from 0 to 65535, or off");
  }
}

/** The origin without a trailing slash ("https://mail.example.org"), or undefined where none is set. */
export function origin(text: string): string | undefined {
  if (text === "") return undefined;
  const url = URL.parse(text);
  const isBare = url && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
  if (!isBare) throw new Error("http:// or https:// with a host and nothing behind it");
  return url.origin;
}

export function smtpUrl(text: string): URL | undefined {
  if (text === "") return undefined;
  const url = URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname) {
    throw new Error("smtp://user:password@host:port or smtps://…");
  }
  return url;
}

/** "mx.example.org, mx2.example.org" → each in lower case. */
export function serverNames(text: string): string[] {
  const all = text
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  if (!all.every((name) => /^[\w.-]+$/.test(name))) throw new Error("names such as mx.example.org");
  return all;
}

/** "10.0.0.2, 192.168.0.0/16" → what contains them. undefined: none. */
export function networks(text: string): BlockList | undefined {
  if (text === "") return undefined;
  const list = new BlockList();
  for (const each of text.split(",").map((part) => part.trim())) {
    const [, address = "", bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(each) ?? [];
    const version = isIP(address);
    const most = version === 6 ? 128 : 32;
    if (version === 0 || Number(bits ?? 0) > most) throw new Error("addresses or networks such as 10.0.0.0/8");
    list.addSubnet(address, bits === undefined ? most : Number(bits), version === 6 ? "ipv6" : "ipv4");
  }
  return list;
}

export function imapUrl(text: string): URL | undefined {
  if (text === "") return undefined;
  const url = URL.parse(text);
  const isBare = url && /^imaps?:$/.test(url.protocol) && url.hostname && !url.username && !url.password;
  if (!isBare) throw new Error("imaps://host:port or imap://host:port, without a name and a password");
  return url;
}

/** Of a JMAP server: its origin, or the full URL of its session resource. */
export function jmapUrl(text: string): URL | undefined {
  if (text === "") return undefined;
  const url = URL.parse(text);
  const isBare = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash;
  if (!isBare) throw new Error("https://host or https://host/path, without a name and a password");
  return url;
}

/** undefined: none. */
export function identifier(text: string): string | undefined {
  if (/\s/.test(text)) throw new Error("without spaces");
  return text || undefined;
}

export function autoconfigUrl(text: string): string | undefined {
  if (text === "") return undefined;
  const url = URL.parse(text.replaceAll(/\{(domain|email)\}/g, "x"));
  if (url?.protocol !== "https:") throw new Error("https://… with {domain} or {email} in it");
  return text;
}

export function mode(text: string): "personal" | "hosted" {
  if (text === "personal" || text === "hosted") return text;
  throw new Error("personal or hosted");
}

export function roleList(text: string): Role[] {
  const all = text.split(",").map((name) => name.trim());
  const known = roles.filter((role) => all.includes(role));
  if (known.length !== all.length) throw new Error(`one or more of ${roles.join(", ")}, with commas between them`);
  return known;
}

export function loginForm(text: string): "local" | "address" | undefined {
  if (text === "" || text === "local" || text === "address") return text || undefined;
  throw new Error("local or address");
}

export function connections(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 3) throw new Error("1, 2 or 3");
  return count;
}

export function octets(text: string): number {
  const [, number, unit = ""] = /^(\d{1,9})\s*([kmg]?)b?$/i.exec(text) ?? [];
  const size = Number(number) * 1024 ** ["", "k", "m", "g"].indexOf(unit.toLowerCase());
  if (!number || size < 1) throw new Error("a number of octets, such as 50000000 or 50M");
  return size;
}

/** undefined: no limit. */
export function octetsOrNone(text: string): number | undefined {
  return text === "" ? undefined : octets(text);
}

export function positive(text: string): number {
  if (/^\d{1,9}$/.test(text) && Number(text) > 0) return Number(text);
  throw new Error("a number from 1 on");
}

export function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Error("a number from 0 on");
}

/** undefined: no limit. */
export function countOrNone(text: string): number | undefined {
  return text === "" ? undefined : positive(text);
}

export function language(text: string): "ru" | "en" {
  if (text === "ru" || text === "en") return text;
  throw new Error("ru or en");
}

/** The web client's; a test compares them. */
export const themeNames =
  "white dark anime brown gray violet darkBlue blue pink orange green teal beige cream celery sea purple lightGray red".split(
    " ",
  );

export function theme(text: string): string {
  if (themeNames.includes(text)) return text;
  throw new Error(`one of ${themeNames.join(", ")}`);
}

/** undefined: our own. */
export function productName(text: string): string | undefined {
  if (text === "") return undefined;
  if (text.length > 40 || /[\p{Cc}\p{Cf}]/u.test(text)) throw new Error("a name of at most 40 characters");
  return text;
}

/** null: any. */
export function extensions(text: string): string[] | null {
  if (text === "*") return null;
  const names = text
    .toLowerCase()
    .split(",")
    .map((name) => name.trim().replace(/^\./, ""));
  if (!names.every((name) => /^[\p{L}\p{N}_+-]{1,20}$/u.test(name))) throw new Error("ends of file names, or *");
  return [...new Set(names)];
}

export function yesOrNo(text: string): boolean {
  if (/^(yes|true|1|on)$/i.test(text)) return true;
  if (/^(no|false|0|off)$/i.test(text)) return false;
  throw new Error("yes or no");
}

export function logLevel(text: string): LogLevel {
  const level = logLevels.find((name) => name === text);
  if (!level) throw new Error(`one of ${logLevels.join(", ")}`);
  return level;
}

export function logFormat(text: string): LogFormat {
  const format = logFormats.find((name) => name === text);
  if (!format) throw new Error(`one of ${logFormats.join(", ")}`);
  return format;
}

/** undefined: SQLite. */
export function databaseUrl(text: string): string | undefined {
  if (text === "") return undefined;
  const url = URL.parse(text);
  if (url && ["postgres:", "postgresql:"].includes(url.protocol) && url.host && url.pathname.length > 1) return text;
  throw new Error("a URL such as postgres://user:password@host:5432/pismo");
}

const SECRET_KEY_BYTES = 32;

export function secretKey(text: string): Uint8Array | undefined {
  if (text === "") return undefined;
  const key = Buffer.from(text, "base64");
  // Buffer.from skips what is not base64.
  if (key.length === SECRET_KEY_BYTES && key.toString("base64") === text) return new Uint8Array(key);
  throw new Error("32 octets in base64, as openssl rand -base64 32 makes them");
}

/** Days; undefined: the default of the database. */
export function days(text: string): number | undefined {
  if (text === "") return undefined;
  if (/^\d{1,4}$/.test(text) && Number(text) > 0) return Number(text);
  throw new Error("a number of days from 1 on");
}

interface BlobLocation {
  bucket: string;
  /** Before the names of all objects; empty, or ends with "/". */
  prefix: string;
  region: string;
  /** An origin; undefined: Amazon's. */
  endpoint: string | undefined;
}

/** A bucket, and where it is; undefined: blobs lie with the database. */
export function blobs(text: string): BlobLocation | undefined {
  if (text === "") return undefined;
  const url = URL.parse(text);
  const endpoint = url?.searchParams.get("endpoint") ?? undefined;
  const others = url ? [...url.searchParams.keys()].filter((name) => name !== "endpoint" && name !== "region") : [];
  const isWhole = url?.protocol === "s3:" && url.host && !url.username && !url.password && others.length === 0;
  const isOrigin = endpoint === undefined || /^https?:\/\/[^/?#@]+\/?$/.test(endpoint);
  if (!isWhole || !isOrigin) throw new Error("an address such as s3://bucket/folder?endpoint=https://s3.example.org");
  const folder = url.pathname.replaceAll(/^\/|\/$/g, "");
  return {
    bucket: url.host,
    prefix: folder === "" ? "" : `${decodeURIComponent(folder)}/`,
    region: url.searchParams.get("region") ?? "us-east-1",
    endpoint,
  };
}
