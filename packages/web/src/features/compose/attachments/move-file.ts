/** Moves a file from one letter to another that has a form in this page. */
import { acceptedTypes } from "../../../store/drafts/accepted-types.ts";
import type { ComposeSession } from "../session/compose-session.ts";
import type { AttachmentLimits, LeftOut } from "./take-fitting.ts";

export const limitsOf = ({ account }: ReturnType<ComposeSession["get"]>): AttachmentLimits => ({
  ...account,
  types: acceptedTypes(account),
});

/** busy: one of the two is being sent or closed; unread: its octets could not be had; else why the other one refuses it. */
export type MoveProblem = "busy" | "unread" | LeftOut;

const underWay = new Set<string>();

/**
 * It is the other letter's own from then on, uploaded for it: what the first one has on the server goes with its draft.
 * @returns undefined where it was moved; else it stays
 */
export async function moveFile(
  key: string,
  from: ComposeSession,
  to: ComposeSession,
): Promise<MoveProblem | undefined> {
  if (underWay.has(key)) return "busy";
  underWay.add(key);
  try {
    const file = await from.files.fileOf(key).catch(() => undefined);
    if (!file) return "unread";
    if (!from.isFree || !to.isFree) return "busy";
    const {
      added: [added],
      leftOut,
    } = await to.files.add([file], limitsOf(to.get()));
    if (!added) return leftOut;
    // One of them was sent while the file was looked at: with it, or without.
    const isStill = from.isFree && to.isFree && from.files.all.some((each) => each.key === key);
    (isStill ? from : to).files.remove(isStill ? key : added.key);
    return isStill ? undefined : "busy";
  } finally {
    underWay.delete(key);
  }
}
