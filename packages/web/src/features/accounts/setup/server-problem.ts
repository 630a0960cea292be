/** Why an account could not be added or changed: the words, and beside which field they stand. */
import { MethodError, type MailServerProblem, type ServerEndpoint, SetFailure } from "@pismo/jmap";
import type { TFunction } from "i18next";

export type FieldName = "email" | "password" | "username" | "imap" | "smtp" | "form";

export interface FormProblem {
  field: FieldName;
  text: string;
  /** The server's reply, verbatim. */
  detail?: string;
  help?: { url: string; name: string };
}

const ofPassword = new Set<MailServerProblem["kind"]>(["wrongPassword", "appPassword", "oauth"]);

/** @param places what was tried */
export function problemOf(
  error: unknown,
  endpoints: { imap: ServerEndpoint; smtp: ServerEndpoint | null },
  t: TFunction,
): FormProblem {
  if (error instanceof SetFailure) {
    const { type, problem, description } = error.error;
    if (problem) return serverProblem(problem, endpoints, t);
    if (type === "alreadyExists") return { field: "email", text: t("servers.exists") };
    if (type === "rateLimit") return { field: "form", text: t("servers.tooMany") };
    if (type === "notFound") return { field: "form", text: t("servers.gone") };
    return { field: "form", text: t("servers.failed", { reason: description ?? type }) };
  }
  if (error instanceof TypeError) return { field: "form", text: t("servers.unreachable") };
  const reason = error instanceof MethodError || error instanceof Error ? error.message : "";
  return { field: "form", text: t("servers.failed", { reason }) };
}

function serverProblem(
  { kind, server, detail, helpUrl }: MailServerProblem,
  endpoints: { imap: ServerEndpoint; smtp: ServerEndpoint | null },
  t: TFunction,
): FormProblem {
  const { host = "", port = 0 } = endpoints[server] ?? {};
  return {
    field: ofPassword.has(kind) ? "password" : server,
    text: t(`servers.problem.${kind}`, { host, port }),
    detail,
    ...(helpUrl !== null && { help: { url: helpUrl, name: host } }),
  };
}
