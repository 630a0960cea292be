/** Whose addresses the contacts have. */
import type { Id } from "@pismo/jmap";
import { accountKey } from "../db/ids.ts";
import type { Reader } from "../db/reader.ts";
import { foldedText, SEPARATOR } from "./card-text.ts";
import { likeText } from "./query-cards.ts";

/** Whether a card of the account has the address; reads the addresses of all of its cards. */
export async function hasCardWith(reader: Reader, accountId: Id, address: string): Promise<boolean> {
  const folded = foldedText(address);
  const rows = await reader.all<{ content: string }>(
    `select content from contact_card_text where account_id = ? and field = 'email' and content like ? escape '\\'`,
    accountKey(accountId),
    `%${likeText(folded)}%`,
  );
  return rows.some(({ content }) => content.split(SEPARATOR).includes(folded));
}
