/** The unvalidated values of the account form. */
import type { ImapServers, JmapServer, MailServer, ServerEndpoint, ServerSecurity } from "@pismo/jmap";
import type { TFunction } from "i18next";
import type { FormProblem } from "./form-problem.ts";

export interface EndpointDraft {
  host: string;
  /** As typed. */
  port: string;
  security: ServerSecurity;
}

export interface AccountDraft {
  name: string;
  email: string;
  password: string;
  username: string;
  protocol: "imap" | "jmap";
  imap: EndpointDraft;
  smtp: EndpointDraft;
  hasSmtp: boolean;
  /** As typed. */
  jmapUrl: string;
}

const usualPorts = {
  imap: { tls: "993", starttls: "143", plain: "143" },
  smtp: { tls: "465", starttls: "587", plain: "25" },
} as const;

export const emptyDraft: AccountDraft = {
  name: "",
  email: "",
  password: "",
  username: "",
  protocol: "imap",
  jmapUrl: "",
  imap: { host: "", port: "993", security: "tls" },
  smtp: { host: "", port: "465", security: "tls" },
  hasSmtp: true,
};

export const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1).trim();

const endpointDraft = ({ host, port, security }: ServerEndpoint): EndpointDraft => ({
  host,
  port: String(port),
  security,
});

/** The draft with these servers in it. */
export const withServers = (
  draft: AccountDraft,
  { username, imap, smtp, jmapUrl }: { username: string } & Partial<Pick<MailServer, "imap" | "smtp" | "jmapUrl">>,
): AccountDraft => ({
  ...draft,
  username,
  protocol: jmapUrl ? "jmap" : "imap",
  imap: imap ? endpointDraft(imap) : emptyDraft.imap,
  smtp: smtp ? endpointDraft(smtp) : emptyDraft.smtp,
  hasSmtp: Boolean(smtp),
  jmapUrl: jmapUrl ?? "",
});

/** The names that servers usually have, to be corrected; nothing of what was found for another address. */
export const withUsualServers = (draft: AccountDraft): AccountDraft => {
  const domain = domainOf(draft.email);
  return {
    ...draft,
    username: draft.email.trim(),
    imap: { ...emptyDraft.imap, host: domain && `imap.${domain}` },
    smtp: { ...emptyDraft.smtp, host: domain && `smtp.${domain}` },
    hasSmtp: true,
    jmapUrl: domain && `https://${domain}`,
  };
};

/** With the port that goes with it, unless another was typed. */
export function withSecurity(kind: "imap" | "smtp", endpoint: EndpointDraft, security: ServerSecurity): EndpointDraft {
  const isUsual = endpoint.port === usualPorts[kind][endpoint.security];
  return { ...endpoint, security, port: isUsual ? usualPorts[kind][security] : endpoint.port };
}

const endpointOf = ({ host, port, security }: EndpointDraft): ServerEndpoint => ({
  host: host.trim().toLowerCase(),
  port: Number(port),
  security,
});

export type DraftServers = (ImapServers & { jmapUrl: null }) | (JmapServer & { imap: null; smtp: null });

export const serversOf = (draft: AccountDraft): DraftServers => {
  const username = draft.username.trim();
  if (draft.protocol === "jmap") return { username, imap: null, smtp: null, jmapUrl: withScheme(draft.jmapUrl) };
  const smtp = draft.hasSmtp ? endpointOf(draft.smtp) : null;
  return { username, imap: endpointOf(draft.imap), smtp, jmapUrl: null };
};

const withScheme = (url: string): string => (/^\w+:\/\//.test(url.trim()) ? url.trim() : `https://${url.trim()}`);

/** The host that the sign-in is tried at first. */
export const hostOf = ({ imap, jmapUrl }: Pick<MailServer, "imap" | "jmapUrl">): string =>
  imap?.host ?? URL.parse(jmapUrl ?? "")?.host ?? "";

/** The fault of the address, before any server is contacted. */
export function emailProblem({ email }: AccountDraft, t: TFunction): FormProblem | undefined {
  if (email.trim() === "") return { field: "email", text: t("servers.missing.email") };
  const isAddress = /^[^\s@<>",;]+@[^\s@<>",;]+$/.test(email.trim());
  return isAddress ? undefined : { field: "email", text: t("servers.missing.emailWrong") };
}

/** The missing values of the servers. */
export function serversProblem(draft: AccountDraft, t: TFunction): FormProblem | undefined {
  if (draft.username.trim() === "") return { field: "username", text: t("servers.missing.username") };
  if (draft.protocol === "jmap") return jmapProblem(draft, t);
  for (const field of draft.hasSmtp ? (["imap", "smtp"] as const) : (["imap"] as const)) {
    const { host, port } = draft[field];
    if (host.trim() === "") return { field, text: t("servers.missing.host") };
    if (!/^\d{1,5}$/.test(port.trim()) || Number(port) < 1 || Number(port) > 65_535) {
      return { field, text: t("servers.missing.port") };
    }
  }
  return undefined;
}

function jmapProblem({ jmapUrl }: AccountDraft, t: TFunction): FormProblem | undefined {
  if (jmapUrl.trim() === "") return { field: "jmap", text: t("servers.missing.host") };
  const url = URL.parse(withScheme(jmapUrl));
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
  const isUsable = isSafe && url.username === "" && url.password === "";
  return isUsable ? undefined : { field: "jmap", text: t("servers.missing.jmapUrl") };
}

export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1)$/i.test(host.trim());
