/** Authentication-Results (RFC 8601): a receiving server's checks of the sender. Pure. */
import type { EmailHeader, SenderCheck, SenderChecks } from "@pismo/jmap";
import { stripComments } from "./parameters.ts";

export interface AuthenticationResult {
  /** "dkim", "spf", "dmarc", … in lower case. */
  method: string;
  /** "pass", "fail", "none", … in lower case. */
  result: string;
  /** "header.d" → "example.org"; names and values in lower case. */
  properties: Record<string, string>;
}

export interface AuthenticationResults {
  /** The authserv-id: the name of the server that checked, in lower case. */
  server: string;
  results: AuthenticationResult[];
}

const unquoted = (value: string): string =>
  value
    .replace(/^"(.*)"$/s, "$1")
    .trim()
    .toLowerCase();

/** Parses one field's value; undefined where it is malformed. */
export function parseAuthenticationResults(raw: string): AuthenticationResults | undefined {
  const [head = "", ...statements] = stripComments(raw.replace(/[\r\n]+/g, " ")).split(";");
  const [server = "", version = "1"] = head.trim().split(/\s+/);
  if (server === "" || version !== "1") return undefined;
  const results: AuthenticationResult[] = [];
  for (const statement of statements) {
    const [, method, result, rest = ""] = /^\s*([\w-]+)(?:\s*\/\s*\d+)?\s*=\s*([\w-]+)(.*)$/s.exec(statement) ?? [];
    if (method === undefined || result === undefined) continue;
    const properties: Record<string, string> = {};
    for (const [, name = "", value = ""] of rest.matchAll(/([\w-]+\s*\.\s*[\w-]+)\s*=\s*("[^"]*"|[^\s;]+)/g)) {
      properties[name.replace(/\s+/g, "").toLowerCase()] = unquoted(value);
    }
    results.push({ method: method.toLowerCase(), result: result.toLowerCase(), properties });
  }
  return { server: unquoted(server), results };
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1).replace(/\.$/, "");

/**
 * Whether a check of one domain counts for another: the same domain, a subdomain or a parent domain. Relaxed alignment
 * (RFC 7489 §3.1) without a list of public suffixes: a domain with one label matches none.
 */
function isAligned(checked: string | undefined, from: string): boolean {
  const domain = domainOf(checked ?? "");
  if (!domain.includes(".")) return false;
  return domain === from || from.endsWith(`.${domain}`) || domain.endsWith(`.${from}`);
}

/** The trusted servers: any sender can write such a field. */
export interface BelievedServers {
  /** The authserv-ids that the operator has configured, in lower case. */
  names: ReadonlySet<string>;
  /** The host from which a mirrored message was fetched; undefined for one received here. */
  mailServer?: string | undefined;
}

/** authserv-ids of servers known to prepend a field to every message from outside, by their IMAP hosts. */
const known: ReadonlyMap<string, string> = new Map([["imap.gmail.com", "mx.google.com"]]);

/** "imap.example.org" → "example.org". */
const homeOf = (host: string): string => (host.split(".").length > 2 ? host.slice(host.indexOf(".") + 1) : host);

/** The host in the "by" clause of a Received field: "by mx.example.org". */
const receiverOf = (received: string): string =>
  /(?:^|\s)by\s+([^\s;]+)/i.exec(stripComments(received))?.[1]?.toLowerCase() ?? "";

/** From the top: results, and "edge" for a Received field or an unreadable result. */
type Trace = (AuthenticationResults | "edge")[];

const traceOf = (header: readonly EmailHeader[]): Trace =>
  header.flatMap(({ name, value }): Trace => {
    if (/^received$/i.test(name)) return ["edge"];
    return /^authentication-results$/i.test(name) ? [parseAuthenticationResults(value) ?? "edge"] : [];
  });

/**
 * The results of one server's adjacent fields, from the first one on: the server that received the message
 * prepended its fields to those of the sender, and no other server inserts fields between them.
 */
function resultsFrom(trace: Trace, isBelieved: (server: string) => boolean): AuthenticationResults | undefined {
  const first = trace.find((field) => field !== "edge" && isBelieved(field.server));
  if (!first || first === "edge") return undefined;
  const results: AuthenticationResult[] = [];
  for (const field of trace.slice(trace.indexOf(first))) {
    if (field === "edge" || field.server !== first.server) break;
    results.push(...field.results);
  }
  return { server: first.server, results };
}

/**
 * What a trusted server found (RFC 8601 §5): a configured one, a known one, or the last one that
 * received the message, as no later server writes above its Received field.
 * @param header all fields, from the top
 */
export function believedChecks(
  header: readonly EmailHeader[],
  { names, mailServer }: BelievedServers,
): AuthenticationResults | undefined {
  const trace = traceOf(header);
  const named = resultsFrom(trace, (server) => names.has(server));
  if (named || mailServer === undefined) return named;
  const host = mailServer.toLowerCase();
  const provider = known.get(host);
  if (provider !== undefined) return resultsFrom(trace, (server) => server === provider);
  const received = header.find(({ name }) => /^received$/i.test(name));
  if (!received) return undefined;
  const [home, receiver] = [homeOf(host), receiverOf(received.value)];
  const isOwn = (server: string): boolean =>
    server === receiver || server === home || (home.includes(".") && server.endsWith(`.${home}`));
  return resultsFrom(trace.slice(0, trace.indexOf("edge")), isOwn);
}

export const believedResults = (header: readonly EmailHeader[], servers: BelievedServers): AuthenticationResult[] =>
  believedChecks(header, servers)?.results ?? [];

const told = ["dmarc", "dkim", "spf", "arc"] as const;
/** A server writes one of a kind, and one for each signature. */
const MAX_RESULTS = 20;
/** RFC 1035 §2.3.4, octets. */
const LONGEST_DOMAIN = 255;

const checkedDomain = (method: string, { properties }: AuthenticationResult): string | undefined => {
  const of: Record<string, string | undefined> = {
    dmarc: properties["header.from"],
    dkim: properties["header.d"] ?? properties["header.i"],
    // A report has no sender: then its greeting is checked (RFC 7208 §2.4).
    spf: properties["smtp.mailfrom"] ?? properties["smtp.helo"],
  };
  return of[method];
};

/** The results as a person is told them, those that weigh most first. */
export const toldChecks = ({ server, results }: AuthenticationResults): SenderChecks => ({
  server: server.slice(0, LONGEST_DOMAIN),
  results: told
    .flatMap((method) =>
      results
        .filter((each) => each.method === method)
        .map((each): SenderCheck => {
          const domain = domainOf(checkedDomain(method, each) ?? "").slice(0, LONGEST_DOMAIN);
          return { method, result: each.result.slice(0, LONGEST_DOMAIN), domain: domain === "" ? null : domain };
        }),
    )
    .slice(0, MAX_RESULTS),
});

/**
 * Whether the address in From is authenticated.
 * @param results from believedResults
 * @param from the one address in From
 */
export function authenticationOf(results: readonly AuthenticationResult[], from: string): "pass" | "fail" | "none" {
  const domain = domainOf(from.toLowerCase());
  const of = (method: string): AuthenticationResult[] => results.filter((each) => each.method === method);
  const dmarc = of("dmarc");
  const passes = ({ result }: AuthenticationResult): boolean => result === "pass";
  // A failure outweighs other results: a forged field that was not removed must prove nothing.
  if (dmarc.some(({ result }) => result === "fail")) return "fail";
  const isFor = ({ properties }: AuthenticationResult): boolean =>
    properties["header.from"] === undefined || isAligned(properties["header.from"], domain);
  if (dmarc.length > 0 && dmarc.every(passes)) return dmarc.every(isFor) ? "pass" : "none";
  const dkim = of("dkim").some(
    (each) => passes(each) && isAligned(each.properties["header.d"] ?? each.properties["header.i"], domain),
  );
  const spf = of("spf").some((each) => passes(each) && isAligned(each.properties["smtp.mailfrom"], domain));
  if (dkim || spf) return "pass";
  return [...of("dkim"), ...of("spf")].some(({ result }) => result === "fail") ? "fail" : "none";
}
