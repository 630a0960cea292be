/** Senders whose remote images are always shown. */
import type { Id } from "@pismo/jmap";
import { accountKey } from "../db/ids.ts";
import { jsonText } from "../db/json-text.ts";
import type { Reader, Transactor } from "../db/reader.ts";

/** Those of the addresses that are remembered, in lower case. */
export async function rememberedSenders(
  reader: Reader,
  accountId: Id,
  addresses: readonly string[],
): Promise<Set<string>> {
  const rows = await reader.all<{ address: string }>(
    "select address from image_sender where account_id = ? and address in text_list(?)",
    accountKey(accountId),
    jsonText(addresses),
  );
  return new Set(rows.map(({ address }) => address));
}

/** Remote images in messages from this address are fetched from now on. */
export async function rememberSender(tx: Transactor, accountId: Id, address: string): Promise<void> {
  await tx.run(
    "insert into image_sender (account_id, address) values (?, ?) on conflict do nothing",
    accountKey(accountId),
    address,
  );
}

/** Remote images in messages from this address need consent again. */
export async function forgetSender(tx: Transactor, accountId: Id, address: string): Promise<void> {
  await tx.run("delete from image_sender where account_id = ? and address = ?", accountKey(accountId), address);
}
