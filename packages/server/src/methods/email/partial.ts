/** How far the results of a query can be relied on where a mail server has more: see WithPartialResults. */
import type { EmailFilterCondition, Filter, Id, PartialResults } from "@pismo/jmap";
import type { Store } from "../../store/db/store.ts";
import { askServer, partialResults } from "../../store/mirror/server-searches.ts";

/** Has the mail server searched where it was not lately. @returns undefined: the results are all there is */
export async function partialOf(
  store: Store,
  accountId: Id,
  filter: Filter<EmailFilterCondition> | null | undefined,
): Promise<PartialResults | undefined> {
  const partial = await store.read((reader) => partialResults(reader, accountId, filter));
  if (partial && partial.toAsk.length > 0) {
    await store.write((tx) => askServer(tx, accountId, partial.toAsk), { accountId });
  }
  return partial?.results;
}
