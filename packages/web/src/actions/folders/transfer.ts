import { type SetErrorType, SetFailure } from "@pismo/jmap";
import { dismissNotice, notify, notifyNotDone, notifyRefused, updateNotice } from "../../store/notices.ts";
import { transferEmails } from "../../store/transfers/transfer-emails.ts";
import type { TransferTarget } from "../../store/transfers/transfer-part.ts";
import type { ActionContext } from "../action.ts";

/** After this time it is said that a server is waited for. */
const SLOW_MS = 5000;

/** A folder that is gone is no "property" to the person. */
const known = (type: string): SetErrorType => (type === "invalidProperties" ? "notFound" : (type as SetErrorType));

/** Moves or copies Emails into another account, and says so with Undo. */
export async function transferTo(
  { selection }: ActionContext,
  target: TransferTarget,
  values: { folder: string; account: string },
): Promise<void> {
  const name = target.keepsOriginals ? "copied" : "moved";
  try {
    const { count, watch, settled, undo } = await transferEmails(selection, target);
    if (count === 0) return;
    const notice = notify({
      key: `transfers.${name}`,
      values: { ...values, count },
      undo: () => void undo().catch(notifyNotDone),
    });
    let waiting = count;
    let isSlow = false;
    const tell = (): void => {
      const key = waiting > 0 ? "transfers.waiting" : "transfers.moved";
      updateNotice(notice, { key, values: { ...values, count: waiting || count }, timeout: 10_000 });
    };
    const slow = setTimeout(() => {
      isSlow = !target.keepsOriginals;
      if (isSlow) tell();
    }, SLOW_MS);
    watch((now) => {
      if (now === waiting) return;
      waiting = now;
      if (isSlow) tell();
    });
    void settled.then((failed) => {
      clearTimeout(slow);
      if (failed.length === 0) return;
      dismissNotice(notice);
      notifyRefused(failed.map((type) => ({ type: known(type) })));
    });
  } catch (error) {
    if (error instanceof SetFailure) notifyRefused([{ ...error.error, type: known(error.error.type) }]);
    else {
      notifyNotDone(error);
      if (!(error instanceof TypeError)) throw error;
    }
  }
}
