/** Who may send, and where letters go. */
import type { Id } from "@pismo/jmap";
import { type Resolution, resolveAddresses } from "../../bridge/smtp/local-addresses.ts";
import { ownSenders } from "../../bridge/smtp/send/own-senders.ts";
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
  const resolve = async (reader: Reader, addresses: readonly string[]): Promise<ReadonlyMap<string, Resolution>> =>
    mode === "hosted"
      ? new Map(addresses.map((address) => [address, { kind: "elsewhere" }]))
      : resolveAddresses(reader, domain, addresses);
  const sendersAmong = async (
    reader: Reader,
    accountId: Id,
    addresses: readonly string[],
  ): Promise<ReadonlySet<string>> => {
    if (addresses.length === 0) return new Set();
    if (mode === "hosted") return ownSenders(reader, accountId, addresses, { form, domain }, aliases);
    const resolved = [...(await resolve(reader, addresses))];
    const isElsewhere = resolved.some(([, { kind }]) => kind === "elsewhere") && (await canRelay(reader, accountId));
    const isOwn = (resolution: Resolution): boolean =>
      resolution.kind === "local" ? resolution.accountId === accountId : resolution.kind === "elsewhere" && isElsewhere;
    return new Set(resolved.filter(([, resolution]) => isOwn(resolution)).map(([address]) => address));
  };
  return {
    domain,
    hasRelay,
    canRelay,
    resolve,
    sendersAmong,
    maySendFrom: async (reader, accountId, address) => (await sendersAmong(reader, accountId, [address])).has(address),
  };
}
