/** Who may send, and where letters go. */
import type { Id } from "@pismo/jmap";
import { type Resolution, resolveAddress } from "../../bridge/smtp/local-addresses.ts";
import { isOwnSender } from "../../bridge/smtp/send/own-senders.ts";
import type { SenderAliases } from "../../bridge/smtp/send/sender-aliases.ts";
import type { Config } from "../../config.ts";
import type { SubmissionRules } from "../../methods/context.ts";
import type { Reader } from "../../store/db/store.ts";
import { hasSmtpServer } from "../../store/mirror/imap-accounts.ts";

type SubmissionSettings = Pick<Config, "domain" | "smtpUrl"> & Partial<Pick<Config, "mode" | "loginForm">>;

/** @param aliases in hosted mode: additional addresses that people may send from */
export function submissionRules(config: SubmissionSettings, aliases?: SenderAliases): SubmissionRules {
  const { domain, smtpUrl, mode = "personal", loginForm: form } = config;
  const hasRelay = smtpUrl !== undefined;
  const canRelay = async (reader: Reader, accountId: Id): Promise<boolean> =>
    hasRelay || hasSmtpServer(reader, accountId);
  // In hosted mode the domain belongs to the mail server, which knows its users.
  const resolve = async (reader: Reader, address: string): Promise<Resolution> =>
    mode === "hosted" ? { kind: "elsewhere" } : resolveAddress(reader, domain, address);
  return {
    domain,
    hasRelay,
    canRelay,
    resolve,
    async maySendFrom(reader, accountId, address) {
      if (mode === "hosted") return isOwnSender(reader, accountId, address, { form, domain }, aliases);
      const resolution = await resolve(reader, address);
      if (resolution.kind === "local") return resolution.accountId === accountId;
      return resolution.kind === "elsewhere" && canRelay(reader, accountId);
    },
  };
}
