/** Authentication-Results: RFC 8601. What a receiving server found out about the sender. Pure. */
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
  /** The name of the server that checked, in lower case. */
  server: string;
  results: AuthenticationResult[];
}

const unquoted = (value: string): string =>
  value
    .replace(/^"(.*)"$/s, "$1")
    .trim()
    .toLowerCase();

/** One field's value. undefined where it is none. */
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
 * Whether a check of one domain speaks for another: the same, or a domain below it or above it. Relaxed alignment
 * (RFC 7489 §3.1) without a list of public suffixes: a domain of one label speaks for nobody.
 */
function isAligned(checked: string | undefined, from: string): boolean {
  const domain = domainOf(checked ?? "");
  if (!domain.includes(".")) return false;
  return domain === from || from.endsWith(`.${domain}`) || domain.endsWith(`.${from}`);
}

/**
 * Whether the address in From is proven.
 * @param values of the Authentication-Results fields, from the top
 * @param trusted names of the servers that are believed, in lower case: anybody can write such a field
 * @param from the one address in From
 */
export function authenticationOf(
  values: readonly string[],
  trusted: ReadonlySet<string>,
  from: string,
): "pass" | "fail" | "none" {
  const domain = domainOf(from.toLowerCase());
  // The server that received the letter wrote above whatever the sender wrote; its own fields stand together.
  const fields = values.map(parseAuthenticationResults);
  const first = fields.findIndex((field) => field && trusted.has(field.server));
  if (first === -1) return "none";
  const server = fields[first]!.server;
  const results: AuthenticationResult[] = [];
  for (const field of fields.slice(first)) {
    if (field?.server !== server) break;
    results.push(...field.results);
  }
  const of = (method: string): AuthenticationResult[] => results.filter((each) => each.method === method);
  const dmarc = of("dmarc");
  const passes = ({ result }: AuthenticationResult): boolean => result === "pass";
  // Of several results the one that says no counts: a field that was let through by mistake must prove nothing.
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
