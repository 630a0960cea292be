/** Looks for a domain's JMAP server: RFC 8620 §2.2. It sends no credentials and no email address. */
import type { JmapServer } from "@pismo/jmap";
import type { Resolver } from "node:dns/promises";
import { type AutoconfigRules, openHttps, readSmall } from "./fetch-autoconfig.ts";
import { lookUpService } from "./srv.ts";

const WELL_KNOWN = "/.well-known/jmap";

/** Whether there is a session at the URL, which a server shows to those alone who sign in. */
async function sessionAt(address: string, rules: AutoconfigRules, signal: AbortSignal): Promise<string | undefined> {
  const { response, url } = await openHttps(address, rules, signal);
  try {
    const isSession =
      response.statusCode === 401 || (response.statusCode === 200 && isSessionText(await readSmall(response)));
    // Under its own origin the well-known place stays true; another host is where the password will go.
    return isSession ? (url.origin === new URL(address).origin ? address : url.href) : undefined;
  } finally {
    response.destroy();
  }
}

function isSessionText(text: string): boolean {
  try {
    const { capabilities, apiUrl } = JSON.parse(text) as Record<string, unknown>;
    return typeof capabilities === "object" && typeof apiUrl === "string";
  } catch {
    return false;
  }
}

export interface JmapSearch {
  resolver: Resolver;
  rules: AutoconfigRules;
  signal: AbortSignal;
  /** Such as ":8443", for tests. */
  port: string;
}

const found = async (
  email: string,
  address: string,
  { rules, signal }: JmapSearch,
): Promise<JmapServer | undefined> => {
  const jmapUrl = await sessionAt(address, rules, signal).catch(() => undefined);
  return jmapUrl === undefined ? undefined : { username: email, jmapUrl };
};

/** By the domain's SRV record. */
export async function jmapByRecord(email: string, domain: string, search: JmapSearch): Promise<JmapServer | undefined> {
  const record = await lookUpService(search.resolver, "_jmap._tcp", domain);
  if (!record) return undefined;
  const port = record.port === 443 ? "" : `:${record.port}`;
  return found(email, `https://${record.host}${port}${WELL_KNOWN}`, search);
}

/** By the domain's own web server. */
export const jmapAtDomain = (email: string, domain: string, search: JmapSearch): Promise<JmapServer | undefined> =>
  found(email, `https://${domain}${search.port}${WELL_KNOWN}`, search);
