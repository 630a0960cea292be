import { PHISHING } from "@pismo/jmap";
import { type EmailRow, useMailboxes } from "../../store/index.ts";

/** Why a letter is shown as plain text without links: because of its folder, or of what a server took it for. */
export type Caution = "spam" | "phishing";

export function useCaution({ mailboxIds, keywords }: Pick<EmailRow, "mailboxIds" | "keywords">): Caution | undefined {
  const isSpam = useMailboxes().some(({ id, role }) => role === "junk" && id in mailboxIds);
  return isSpam ? "spam" : PHISHING in keywords ? "phishing" : undefined;
}
