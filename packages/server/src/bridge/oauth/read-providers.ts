/** Reads and checks the list of providers in PISMO_OAUTH_FILE. */
import { isLoopbackHost, type OAuthProvider, presets } from "./provider.ts";

/** Reads imaps://… and smtp://…, in the form of the settings. @throws Error in one line */
export type ReadServers = (imap: string, smtp: string | undefined) => NonNullable<OAuthProvider["server"]>;

type Entry = Record<string, unknown>;

/** @throws Error in one line that names the entry and the reason; never with a secret */
export function readProviders(json: string, readServers: ReadServers): OAuthProvider[] {
  let entries: unknown;
  try {
    entries = JSON.parse(json);
  } catch {
    throw new Error("is not JSON");
  }
  if (!Array.isArray(entries)) throw new Error("must be a list of providers");
  const providers = entries.map((entry: unknown, index) => {
    try {
      if (typeof entry !== "object" || entry === null) throw new Error("it must be an object");
      return readProvider(entry as Entry, readServers);
    } catch (error) {
      throw new Error(`entry ${index + 1}: ${(error as Error).message}`, { cause: error });
    }
  });
  const ids = providers.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice) throw new Error(`two providers are called ${twice}: give one another "id"`);
  return providers;
}

const known = new Set(
  "preset id name domains issuer authorizationEndpoint tokenEndpoint revocationEndpoint clientId clientSecret scopes carddav carddavScopes parameters imap smtp jmap".split(
    " ",
  ),
);

function readProvider(entry: Entry, readServers: ReadServers): OAuthProvider {
  const unknown = Object.keys(entry).find((key) => !known.has(key));
  if (unknown) throw new Error(`"${unknown}" is not known: ${[...known].join(", ")} are`);
  const preset = presetOf(entry["preset"]);
  const name = preset && entry["name"] === undefined ? preset.name : text(entry, "name");
  const id = optional(entry, "id") ?? preset?.id ?? name.toLowerCase().replaceAll(/[^\da-z]+/g, "-");
  if (!/^[\da-z-]{1,40}$/.test(id)) throw new Error('"id" must be of small letters, digits and hyphens');
  const imap = optional(entry, "imap");
  const endpoints = endpointsOf(entry) ?? preset?.endpoints;
  const ownIssuer = optional(entry, "issuer");
  const issuer = ownIssuer ?? preset?.issuer;
  if (!issuer) throw new Error('"issuer" is missing');
  const scopes = words(entry, "scopes") ?? preset?.scopes;
  if (!scopes) throw new Error('"scopes" is missing');
  const server = imap === undefined ? preset?.server : readServers(imap, optional(entry, "smtp"));
  const jmap = optional(entry, "jmap");
  if (!server && jmap === undefined) throw new Error('"imap" is missing, or "jmap"');
  return {
    id,
    name,
    domains: (words(entry, "domains") ?? preset?.domains ?? []).map((domain) => domain.toLowerCase()),
    issuer: httpsUrl(issuer, "issuer"),
    // Another issuer has other endpoints than the preset's.
    endpoints: ownIssuer === undefined ? endpoints : endpointsOf(entry),
    issuerPattern: ownIssuer === undefined ? preset?.issuerPattern : undefined,
    clientId: text(entry, "clientId"),
    clientSecret: optional(entry, "clientSecret"),
    scopes,
    contacts: contactsOf(entry) ?? preset?.contacts,
    parameters: parametersOf(entry) ?? preset?.parameters ?? usualParameters(scopes),
    server,
    jmapOrigin: jmap === undefined ? undefined : new URL(httpsUrl(jmap, "jmap")).origin,
  };
}

function contactsOf(entry: Entry): OAuthProvider["contacts"] {
  const [address, scopes] = [optional(entry, "carddav"), words(entry, "carddavScopes")];
  if (address === undefined && scopes !== undefined) throw new Error('"carddavScopes" belongs to "carddav"');
  return address === undefined ? undefined : { address: httpsUrl(address, "carddav"), scopes: scopes ?? [] };
}

/** OpenID Connect Core §11: offline access requires consent. */
const usualParameters = (scopes: readonly string[]): Record<string, string> =>
  scopes.includes("offline_access") ? { prompt: "consent" } : {};

function presetOf(name: unknown) {
  if (name === undefined) return undefined;
  if (name === "google" || name === "microsoft") return presets[name];
  throw new Error('"preset" must be google or microsoft');
}

function endpointsOf(entry: Entry): OAuthProvider["endpoints"] {
  const [authorization, token] = [optional(entry, "authorizationEndpoint"), optional(entry, "tokenEndpoint")];
  const revocation = optional(entry, "revocationEndpoint");
  if (authorization === undefined && token === undefined) {
    if (revocation !== undefined) throw new Error('"revocationEndpoint" belongs to the other two');
    return undefined;
  }
  if (authorization === undefined || token === undefined) {
    throw new Error('"authorizationEndpoint" and "tokenEndpoint" belong together');
  }
  return {
    authorization: httpsUrl(authorization, "authorizationEndpoint"),
    token: httpsUrl(token, "tokenEndpoint"),
    ...(revocation !== undefined && { revocation: httpsUrl(revocation, "revocationEndpoint") }),
  };
}

function parametersOf({ parameters }: Entry): Record<string, string> | undefined {
  if (parameters === undefined) return undefined;
  const isMap = typeof parameters === "object" && parameters !== null;
  if (!isMap || !Object.values(parameters).every((value) => typeof value === "string")) {
    throw new Error('"parameters" must be an object of strings');
  }
  return parameters as Record<string, string>;
}

/** Plain HTTP is allowed for this machine alone. */
function httpsUrl(value: string, key: string): string {
  const url = URL.parse(value);
  const isSafe = url && (url.protocol === "https:" || (url.protocol === "http:" && isLoopbackHost(url.hostname)));
  if (!isSafe) throw new Error(`"${key}" must be an address with https://`);
  return value;
}

function optional(entry: Entry, key: string): string | undefined {
  return entry[key] === undefined ? undefined : text(entry, key);
}

function text(entry: Entry, key: string): string {
  const value = entry[key];
  if (value === undefined) throw new Error(`"${key}" is missing`);
  if (typeof value !== "string" || value === "") throw new Error(`"${key}" must be a text`);
  return value;
}

function words(entry: Entry, key: string): string[] | undefined {
  const value = entry[key];
  if (value === undefined) return undefined;
  const isList = Array.isArray(value) && value.every((each) => typeof each === "string" && each !== "");
  if (!isList) throw new Error(`"${key}" must be a list of texts`);
  return value as string[];
}
