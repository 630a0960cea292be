import type { Newsletter } from "@pismo/jmap";
import { cautionOf } from "../../mail-ui/text-parts.ts";
import { loadEmail, notify, notifyNotDone } from "../../store/index.ts";
import { currentRecords } from "../../store/records/records.ts";
import { type UnsubscribeWays, unsubscribeWays } from "../../mail-ui/unsubscribe/unsubscribe-ways.ts";

/** What the newest letter says of leaving; where that is nothing, or the letter cannot be had, the person is told. */
export async function findWaysOut({ emailId, name }: Newsletter): Promise<UnsubscribeWays | undefined> {
  try {
    const email = await loadEmail(emailId);
    // None of a letter that may be false: it would tell that one reads it.
    const isDoubtful = cautionOf(email, currentRecords().mailboxes) !== undefined;
    const ways = unsubscribeWays(isDoubtful ? null : (email["header:List-Unsubscribe:asURLs"] as string[] | null));
    if (ways.message || ways.page !== undefined) return ways;
    notify({ key: "newsletters.noWayOut", values: { name } });
  } catch (error) {
    notifyNotDone(error);
  }
  return undefined;
}
