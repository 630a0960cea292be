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

/** @param senders whether remote images in messages from an address are fetched from now on, without consent each time */
export async function setSenders(tx: Transactor, accountId: Id, senders: ReadonlyMap<string, boolean>): Promise<void> {
  const account = accountKey(accountId);
  const rows = (isShown: boolean) =>
    [...senders].filter(([, shows]) => shows === isShown).map(([address]) => [account, address]);
  await tx.runAll("insert into image_sender (account_id, address) values (?, ?) on conflict do nothing", rows(true));
  await tx.runAll("delete from image_sender where account_id = ? and address = ?", rows(false));
}
