/** Why an account could not be added or changed: the words, and beside which field they stand. */
import { type MailServerProblem, SetFailure } from "@pismo/jmap";
import type { TFunction } from "i18next";
import { type DraftServers, hostOf } from "./account-draft.ts";
import type { FormProblem } from "./form-problem.ts";
import { reasonOf } from "../../../mail-ui/failure-reason.ts";

const ofPassword = new Set<MailServerProblem["kind"]>(["wrongPassword", "appPassword", "oauth"]);

/** @param servers what was tried */
export function problemOf(error: unknown, servers: DraftServers, t: TFunction): FormProblem {
  if (error instanceof SetFailure) {
    const { type, problem, description } = error.error;
    if (problem) return serverProblem(problem, servers, t);
    if (type === "alreadyExists") return { field: "email", text: t("servers.exists") };
    if (type === "rateLimit") return { field: "form", text: t("servers.tooMany") };
    if (type === "notFound") return { field: "form", text: t("servers.gone") };
    return { field: "form", text: t("servers.failed", { reason: description ?? type }) };
  }
  if (error instanceof TypeError) return { field: "form", text: t("servers.unreachable") };
  return { field: "form", text: t("servers.failed", { reason: reasonOf(error, t) }) };
}

function serverProblem(
  { kind, server, detail, helpUrl }: MailServerProblem,
  servers: DraftServers,
  t: TFunction,
): FormProblem {
  const endpoint = server === "jmap" ? undefined : servers[server];
  const { host, port } = endpoint ?? { host: hostOf(servers), port: URL.parse(servers.jmapUrl ?? "")?.port || 443 };
  return {
    field: ofPassword.has(kind) ? "password" : server,
    text: t(`servers.problem.${kind}`, { host, port }),
    detail,
    ...(helpUrl !== null && { help: { url: helpUrl, name: host } }),
  };
}
