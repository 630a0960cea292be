/** What a domain says of its servers: config-v1.1.xml, as Thunderbird and its followers read it. Pure. */
import type { MailProvider, MailServer, ServerPlace } from "@pismo/jmap";
import { isIP } from "node:net";
import { SaxesParser, type SaxesTagPlain } from "saxes";

export interface Autoconfig extends Pick<MailServer, "username" | "imap" | "smtp"> {
  /** Where the page says that a program needs more than a password. */
  provider: MailProvider | undefined;
}

interface Server {
  isIncoming: boolean;
  type: string;
  hostname: string;
  port: string;
  socketType: string;
  username: string;
  /** In the page's order. */
  authentication: string[];
}

interface Page {
  displayName: string;
  helpUrl: string | null;
  servers: Server[];
}

/** Reads the elements that matter; what is not well-formed ends the reading. @throws Error */
function read(xml: string): Page {
  const page: Page = { displayName: "", helpUrl: null, servers: [] };
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
    if (name === "documentation" && url.startsWith("https://")) page.helpUrl ??= url;
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
    if (name === "displayName" && path.at(-1) === "emailProvider") page.displayName = value;
    if (!server) return;
    if (name === "authentication") server.authentication.push(value);
    else if (name === "hostname" || name === "port" || name === "socketType" || name === "username") {
      server[name] = value;
    } else if (name === "incomingServer" || name === "outgoingServer") {
      page.servers.push(server);
      server = undefined;
    }
  });
  parser.write(xml).close();
  return page;
}

const securities: Readonly<Record<string, ServerPlace["security"]>> = { SSL: "tls", STARTTLS: "starttls" };

const isHostName = (host: string): boolean =>
  isIP(host) !== 0 ||
  /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i.test(host);

/** Plain ones are passed over: what hides nothing has to be asked for by the person. TLS goes before STARTTLS. */
function best(servers: readonly Server[], fill: (template: string) => string): [ServerPlace, Server] | undefined {
  const usable = servers.flatMap((server): [ServerPlace, Server][] => {
    const security = securities[server.socketType];
    const host = fill(server.hostname).toLowerCase();
    const port = Number(server.port);
    const isWhole = security && isHostName(host) && Number.isInteger(port) && port > 0 && port < 65_536;
    return isWhole ? [[{ host, port, security }, server]] : [];
  });
  return usable.find(([{ security }]) => security === "tls") ?? usable[0];
}

/** @returns undefined where the page names no IMAP server, or is not one of these pages */
export function parseAutoconfig(xml: string, email: string): Autoconfig | undefined {
  let page;
  try {
    page = read(xml);
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
    page.servers.filter(({ isIncoming, type }) => isIncoming && type === "imap"),
    fill,
  );
  if (!incoming) return undefined;
  const [imap, { username, authentication }] = incoming;
  const outgoing = best(
    page.servers.filter(({ isIncoming, type }) => !isIncoming && type === "smtp"),
    fill,
  );
  const wantsTokens = authentication.length > 0 && authentication.every((method) => method === "OAuth2");
  return {
    username: fill(username) || email,
    imap,
    smtp: outgoing ? outgoing[0] : null,
    provider: wantsTokens ? { name: page.displayName || imap.host, signIn: "oauth", helpUrl: page.helpUrl } : undefined,
  };
}
