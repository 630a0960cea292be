/** Whose addresses the contacts have. */
import { addressKey, type Card, type Id } from "@pismo/jmap";
import { accountKey } from "../db/ids.ts";
import type { Reader } from "../db/reader.ts";
import { foldedText } from "./card-text.ts";
import { likeText } from "../search/like-text.ts";

/**
 * Whether a card of the account has the address, in any spelling of its domain. Reads the searched addresses of all cards,
 * and of those with the same name before the @ the cards.
 */
export async function hasCardWith(reader: Reader, accountId: Id, address: string): Promise<boolean> {
  const name = foldedText(address.slice(0, address.lastIndexOf("@") + 1));
  const rows = await reader.all<{ card: string }>(
    `select c.card from contact_card_text t join contact_card c on c.account_id = t.account_id and c.id = t.card_id
     where t.account_id = ? and t.field = 'email' and t.content like ? escape '\\'`,
    accountKey(accountId),
    `%${likeText(name)}%`,
  );
  const wanted = addressKey(address);
  return rows.some(({ card }) =>
    Object.values((JSON.parse(card) as Card).emails ?? {}).some((email) => addressKey(email.address) === wanted),
  );
}
