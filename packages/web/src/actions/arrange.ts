/** What a person does with conversations by hand; each says so with Undo. */
import { type Id, SetFailure } from "@pismo/jmap";
import { type Arranged, joinThreadsOf, splitOff } from "../store/conversations/arrange.ts";
import { clearSelection } from "../store/lists/selection.ts";
import { notify, notifyNotDone, notifyRefused } from "../store/notices.ts";

async function perform(key: string, work: () => Promise<Arranged>): Promise<void> {
  try {
    const { count, undo } = await work();
    if (count > 0) notify({ key, values: { count }, undo: () => void undo().catch(notifyNotDone) });
  } catch (error) {
    if (error instanceof SetFailure) notifyRefused([error.error]);
    else {
      notifyNotDone(error);
      if (!(error instanceof TypeError)) throw error;
    }
  }
}

export const splitLetters = (ids: readonly Id[]): Promise<void> => perform("arrange.split", () => splitOff(ids));

/** @param ids rows of a list of conversations */
export async function joinConversations(ids: readonly Id[]): Promise<void> {
  clearSelection();
  await perform("arrange.joined", () => joinThreadsOf(ids));
}
