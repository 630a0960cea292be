/** What the methods of MailServer share: who may call them, and the valid properties. */
import { MethodError, type NewMailServer, type ServerEndpoint } from "@pismo/jmap";
import { type Check, nullable, oneOf, shapeOf, string, wrong } from "../checks.ts";
import type { Call, MailServers } from "../context.ts";

/** @throws MethodError forbidden: in hosted mode the administrator sets up accounts, and a token is valid for one mailbox */
export function serversOf({ context }: Call): MailServers {
  if (!context.mailServers) throw new MethodError("forbidden", "Accounts cannot be added or changed here");
  return context.mailServers;
}

const text =
  (maxChars: number): Check =>
  (value, name) => {
    string(value, name);
    // oxlint-disable-next-line no-control-regex -- would end a line of the protocol
    if ((value as string).length > maxChars || /[\r\n\0]/.test(value as string)) throw wrong(name, "a short line");
  };

const filled =
  (check: Check): Check =>
  (value, name) => {
    check(value, name);
    if ((value as string).trim() === "") throw wrong(name, "filled in");
  };

export const emailAddress: Check = (value, name) => {
  text(320)(value, name);
  if (!/^[^\s@<>",;]+@[^\s@<>",;]+$/.test(value as string)) throw wrong(name, "an address");
};

/** A host name or an IP address, and nothing that a URL would parse differently. */
const host: Check = (value, name) => {
  text(255)(value, name);
  if (!/^[\p{L}\p{N}_.-]+$|^[0-9a-f:.]+$/iu.test(value as string)) throw wrong(name, "the name of a server");
};

const port: Check = (value, name) => {
  const isPort = Number.isInteger(value) && (value as number) > 0 && (value as number) < 65_536;
  if (!isPort) throw wrong(name, "a port from 1 to 65535");
};

const endpoint = shapeOf<ServerEndpoint>({ host, port, security: oneOf("tls", "starttls", "plain") });

/** Credentials go there: in plain text only within this machine. */
const jmapUrl: Check = (value, name) => {
  text(2000)(value, name);
  const url = URL.parse(value as string);
  const isSafe =
    url?.protocol === "https:" ||
    (url?.protocol === "http:" && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname));
  const isUsable = isSafe && url.username === "" && url.password === "";
  if (!isUsable) throw wrong(name, "an https URL");
};

export const changeable: Readonly<Record<keyof Omit<NewMailServer, "email">, Check>> = {
  name: text(255),
  username: filled(text(320)),
  password: filled(text(1000)),
  imap: nullable(endpoint),
  smtp: nullable(endpoint),
  jmapUrl: nullable(jmapUrl),
};
