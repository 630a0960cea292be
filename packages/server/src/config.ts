/** The settings: environment variables PISMO_…, read once. The table below is all there is; `pismo --help` prints it. */
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { logLevels } from "./log.ts";
import type { LogLevel } from "./log.ts";

/** A setting that cannot be used. The message is one line that names the variable and says what is wanted. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

interface Setting<T> {
  /** Name of the environment variable. */
  variable: string;
  description: string;
  /** Used when the variable is not set or empty; written as one would set it. Empty: none. */
  default: string;
  /** @throws Error whose message completes "PISMO_X must be …" */
  parse: (text: string) => T;
}

const settings = {
  mode: setting(
    "PISMO_MODE",
    "personal: one person on this machine; hosted: several people, who sign in",
    "personal",
    mode,
  ),
  host: setting("PISMO_HOST", "Address to listen on for HTTP", "127.0.0.1", hostName),
  port: setting("PISMO_PORT", "Port for HTTP; 0 takes any free one", "8025", port),
  dataDir: setting("PISMO_DATA_DIR", "Directory of the mailboxes", defaultDataDir(), (text) => resolve(text)),
  publicUrl: setting(
    "PISMO_PUBLIC_URL",
    "Address of a proxy in front, such as https://mail.example.org; every browser needs a token then",
    "",
    origin,
  ),
  domain: setting("PISMO_DOMAIN", "Domain of the local mailboxes", "pismo.localhost", domainName),
  smtpPort: setting(
    "PISMO_SMTP_PORT",
    "Port on 127.0.0.1 that takes letters by SMTP; 0 takes any free one, off none",
    "2525",
    portOrOff,
  ),
  smtpUrl: setting(
    "PISMO_SMTP_URL",
    "Server that takes letters to elsewhere: smtp://user:password@host:587 or smtps://…",
    "",
    smtpUrl,
  ),
  imapUrl: setting(
    "PISMO_IMAP_URL",
    "Mail server that people sign in to when hosted: imaps://host:993 or imap://host:143 (with STARTTLS)",
    "",
    imapUrl,
  ),
  imapConnections: setting(
    "PISMO_IMAP_CONNECTIONS",
    "Most connections to the mail server of one account at the same time, 1 to 3",
    "3",
    connections,
  ),
  googleClientId: setting(
    "PISMO_GOOGLE_CLIENT_ID",
    "Lets people sign in with Google: our id there (OAuth 2)",
    "",
    identifier,
  ),
  googleClientSecret: setting("PISMO_GOOGLE_CLIENT_SECRET", "The secret that Google gave with it", "", identifier),
  microsoftClientId: setting(
    "PISMO_MICROSOFT_CLIENT_ID",
    "Lets people sign in with Microsoft: our id there (OAuth 2)",
    "",
    identifier,
  ),
  microsoftClientSecret: setting(
    "PISMO_MICROSOFT_CLIENT_SECRET",
    "The secret that Microsoft gave with it, if any",
    "",
    identifier,
  ),
  oauthFile: setting(
    "PISMO_OAUTH_FILE",
    "JSON file with further providers that want OAuth 2; the README says what stands in it",
    "",
    (text) => (text === "" ? undefined : resolve(text)),
  ),
  maxUploadSize: setting(
    "PISMO_MAX_UPLOAD_SIZE",
    "Largest upload and largest letter, in octets or with K, M, G",
    "50M",
    octets,
  ),
  attachmentTypes: setting(
    "PISMO_ATTACHMENT_TYPES",
    "Files that may be attached, by the ends of their names, such as png,jpg,jpeg,pdf; * takes any",
    "png,jpg,jpeg",
    extensions,
  ),
  trustedServers: setting(
    "PISMO_TRUSTED_AUTHSERV_ID",
    "Names under which a mail server in front of this one writes Authentication-Results, with commas between them",
    "",
    serverNames,
  ),
  autoconfigUrl: setting(
    "PISMO_AUTOCONFIG_URL",
    "Page that knows the mail servers of a domain, such as https://autoconfig.thunderbird.net/v1.1/{domain}",
    "",
    autoconfigUrl,
  ),
  sample: setting("PISMO_SAMPLE", "Fill a new mailbox with sample letters: yes or no", "yes", yesOrNo),
  logLevel: setting("PISMO_LOG_LEVEL", `How much to log: ${logLevels.join(", ")}`, "info", logLevel),
  devOrigin: setting("PISMO_DEV_ORIGIN", "Origin of the development server of the web client", "", origin),
};

/** What `loadConfig` gives: one property a setting. */
export type Config = { [K in keyof typeof settings]: ReturnType<(typeof settings)[K]["parse"]> };

/** @throws ConfigError for the first value that cannot be used, and for a variable PISMO_… that is not a setting */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const known = Object.values(settings).map(({ variable }) => variable);
  for (const variable of Object.keys(env)) {
    if (!variable.startsWith("PISMO_") || known.includes(variable)) continue;
    const near = nearest(variable, known);
    throw new ConfigError(`${variable} is not a setting of Pismo${near ? `; did you mean ${near}?` : ""}`);
  }
  const entries = Object.entries(settings).map(([key, { variable, default: fallback, parse }]) => {
    const text = env[variable]?.trim() || fallback;
    try {
      return [key, parse(text)];
    } catch (error) {
      throw new ConfigError(
        `${variable} must be ${(error as Error).message}, not "${variable.endsWith("SECRET") ? "…" : withoutPassword(text)}"`,
      );
    }
  });
  const config = Object.fromEntries(entries) as Config;
  if (config.mode === "hosted" && config.imapUrl === undefined) {
    throw new ConfigError("PISMO_IMAP_URL must be set when PISMO_MODE is hosted: people sign in to that mail server");
  }
  return config;
}

/** The settings as rows for a help text. */
export function describeSettings(): { variable: string; description: string; default: string }[] {
  return Object.values(settings).map(({ variable, description, default: fallback }) => ({
    variable,
    description,
    default: fallback,
  }));
}

/** The candidate that is at most two slips (or a third of its length) away: for "did you mean". */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates
    .map((candidate) => ({ candidate, slips: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, slips }) => slips <= Math.max(2, candidate.length / 3))
    .sort((a, b) => a.slips - b.slips);
  return ranked[0]?.candidate;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replace, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

function setting<T>(variable: string, description: string, fallback: string, parse: (text: string) => T): Setting<T> {
  return { variable, description, default: fallback, parse };
}

function defaultDataDir(): string {
  return join(process.env["XDG_DATA_HOME"] || join(homedir(), ".local", "share"), "pismo");
}

function hostName(text: string): string {
  if (!/^[\w.:-]+$/.test(text)) throw new Error("a host name or an IP address");
  return text;
}

function domainName(text: string): string {
  const label = "[a-z0-9]([a-z0-9-]*[a-z0-9])?";
  const domain = text.toLowerCase();
  if (!new RegExp(`^${label}(\\.${label})*$`).test(domain)) throw new Error("a domain name in ASCII");
  return domain;
}

function port(text: string): number {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : Infinity;
  if (number > 65_535) throw new Error("a port from 0 to 65535");
  return number;
}

/** undefined: no SMTP receiver. */
function portOrOff(text: string): number | undefined {
  if (text === "off") return undefined;
  try {
    return port(text);
  } catch {
    throw new Error("a port from 0 to 65535, or off");
  }
}

/** The origin without a slash at the end ("https://mail.example.org"), or undefined where none is set. */
function origin(text: string): string | undefined {
  if (text === "") return undefined;
  const url = URL.parse(text);
  const isBare = url && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
  if (!isBare) throw new Error("http:// or https:// with a host and nothing behind it");
  return url.origin;
}

function smtpUrl(text: string): URL | undefined {
  if (text === "") return undefined;
  const url = URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname) {
    throw new Error("smtp://user:password@host:port or smtps://…");
  }
  return url;
}

/** "mx.example.org, mx2.example.org" → each in lower case. */
function serverNames(text: string): string[] {
  const all = text
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  if (!all.every((name) => /^[\w.-]+$/.test(name))) throw new Error("names such as mx.example.org");
  return all;
}

function imapUrl(text: string): URL | undefined {
  if (text === "") return undefined;
  const url = URL.parse(text);
  const isBare = url && /^imaps?:$/.test(url.protocol) && url.hostname && !url.username && !url.password;
  if (!isBare) throw new Error("imaps://host:port or imap://host:port, without a name and a password");
  return url;
}

/** undefined: none. */
function identifier(text: string): string | undefined {
  if (/\s/.test(text)) throw new Error("without spaces");
  return text || undefined;
}

function autoconfigUrl(text: string): string | undefined {
  if (text === "") return undefined;
  const url = URL.parse(text.replaceAll(/\{(domain|email)\}/g, "x"));
  if (url?.protocol !== "https:") throw new Error("https://… with {domain} or {email} in it");
  return text;
}

function mode(text: string): "personal" | "hosted" {
  if (text === "personal" || text === "hosted") return text;
  throw new Error("personal or hosted");
}

function connections(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 3) throw new Error("1, 2 or 3");
  return count;
}

function octets(text: string): number {
  const [, number, unit = ""] = /^(\d{1,9})\s*([kmg]?)b?$/i.exec(text) ?? [];
  const size = Number(number) * 1024 ** ["", "k", "m", "g"].indexOf(unit.toLowerCase());
  if (!number || size < 1) throw new Error("a number of octets, such as 50000000 or 50M");
  return size;
}

/** null: any. */
function extensions(text: string): string[] | null {
  if (text === "*") return null;
  const names = text
    .toLowerCase()
    .split(",")
    .map((name) => name.trim().replace(/^\./, ""));
  if (!names.every((name) => /^[\p{L}\p{N}_+-]{1,20}$/u.test(name))) throw new Error("ends of file names, or *");
  return [...new Set(names)];
}

function yesOrNo(text: string): boolean {
  if (/^(yes|true|1|on)$/i.test(text)) return true;
  if (/^(no|false|0|off)$/i.test(text)) return false;
  throw new Error("yes or no");
}

function logLevel(text: string): LogLevel {
  const level = logLevels.find((name) => name === text);
  if (!level) throw new Error(`one of ${logLevels.join(", ")}`);
  return level;
}

const withoutPassword = (text: string) => text.replace(/(\/\/)[^/]*@/, "$1…@");
