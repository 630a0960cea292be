/** Parses a domain's settings for mail clients: config-v1.1.xml, Thunderbird's format. Pure. */
import type { ImapServers, MailProvider, ServerEndpoint } from "@pismo/jmap";
import { isIP } from "node:net";
import { SaxesParser, type SaxesTagPlain } from "saxes";

export interface Autoconfig extends ImapServers {
  /** Where a password is not enough. */
  provider: MailProvider | undefined;
}

interface Server {
  isIncoming: boolean;
  type: string;
  hostname: string;
  port: string;
  socketType: string;
  username: string;
  /** In the order of the file. */
  authentication: string[];
}

interface Config {
  displayName: string;
  helpUrl: string | null;
  servers: Server[];
}

/** Reads the relevant elements. @throws Error where the XML is not well-formed */
function read(xml: string): Config {
  const config: Config = { displayName: "", helpUrl: null, servers: [] };
  const path: string[] = [];
  let server: Server | undefined;
  let text = "";
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }: SaxesTagPlain) => {
    path.push(name);
    text = "";
    const url = attributes["url"] ?? "";
    if (name === "documentation" && url.startsWith("https://")) config.helpUrl ??= url;
    if (name !== "incomingServer" && name !== "outgoingServer") return;
    const isIncoming = name === "incomingServer";
    const type = attributes["type"] ?? "";
    server = { isIncoming, type, hostname: "", port: "", socketType: "", username: "", authentication: [] };
  });
  parser.on("text", (piece) => (text += piece));
  parser.on("closetag", ({ name }) => {
    path.pop();
    const value = text.trim();
    text = "";
    if (name === "displayName" && path.at(-1) === "emailProvider") config.displayName = value;
    if (!server) return;
    if (name === "authentication") server.authentication.push(value);
    else if (name === "hostname" || name === "port" || name === "socketType" || name === "username") {
      server[name] = value;
    } else if (name === "incomingServer" || name === "outgoingServer") {
      config.servers.push(server);
      server = undefined;
    }
  });
  parser.write(xml).close();
  return config;
}

const securities: Readonly<Record<string, ServerEndpoint["security"]>> = { SSL: "tls", STARTTLS: "starttls" };

const isHostName = (host: string): boolean =>
  isIP(host) !== 0 ||
  /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i.test(host);

/** TLS goes before STARTTLS; unencrypted servers are skipped: a person has to choose them explicitly. */
function best(servers: readonly Server[], fill: (template: string) => string): [ServerEndpoint, Server] | undefined {
  const usable = servers.flatMap((server): [ServerEndpoint, Server][] => {
    const security = securities[server.socketType];
    const host = fill(server.hostname).toLowerCase();
    const port = Number(server.port);
    const isComplete = security && isHostName(host) && Number.isInteger(port) && port > 0 && port < 65_536;
    return isComplete ? [[{ host, port, security }, server]] : [];
  });
  return usable.find(([{ security }]) => security === "tls") ?? usable[0];
}

/** @returns undefined where the file is invalid or has no IMAP server */
export function parseAutoconfig(xml: string, email: string): Autoconfig | undefined {
  let config;
  try {
    config = read(xml);
  } catch {
    return undefined;
  }
  const at = email.lastIndexOf("@");
  const values: Record<string, string> = {
    EMAILADDRESS: email,
    EMAILLOCALPART: email.slice(0, at),
    EMAILDOMAIN: email.slice(at + 1),
  };
  const fill = (template: string): string => template.replaceAll(/%(\w+)%/g, (whole, key) => values[key] ?? whole);
  const incoming = best(
    config.servers.filter(({ isIncoming, type }) => isIncoming && type === "imap"),
    fill,
  );
  if (!incoming) return undefined;
  const [imap, { username, authentication }] = incoming;
  const outgoing = best(
    config.servers.filter(({ isIncoming, type }) => !isIncoming && type === "smtp"),
    fill,
  );
  const requiresTokens = authentication.length > 0 && authentication.every((method) => method === "OAuth2");
  return {
    username: fill(username) || email,
    imap,
    smtp: outgoing ? outgoing[0] : null,
    provider: requiresTokens
      ? { name: config.displayName || imap.host, signIn: "oauth", helpUrl: config.helpUrl }
      : undefined,
  };
}
