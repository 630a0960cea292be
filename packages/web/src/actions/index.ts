/** Every action, in the order of toolbars and menus. */
import type { Action, ActionContext } from "./action.ts";
import { forward, reply, replyAll } from "./answer.ts";
import { archive } from "./archive.ts";
import { editDraft, openCompose } from "./compose.ts";
import { deleteEmails } from "./delete.ts";
import { destroy } from "./destroy.ts";
import { flag, unflag } from "./flag.ts";
import { label } from "./label.ts";
import { markImportant, unmarkImportant } from "./mark-important.ts";
import { markRead, markUnread } from "./mark-read.ts";
import { mute, unmute } from "./mute.ts";
import { notSpam, reportSpam } from "./report-spam.ts";
import { clearSelection, selectAll } from "./select-all.ts";
import { type KeyPress, matchesShortcut } from "./shortcut.ts";

/** Actions on selected Emails. Moving to a chosen folder is `moveTo`, because it needs the folder. */
export const emailActions: readonly Action[] = [
  markRead,
  markUnread,
  flag,
  unflag,
  markImportant,
  unmarkImportant,
  label,
  archive,
  mute,
  unmute,
  reportSpam,
  notSpam,
  deleteEmails,
  destroy,
];

/** Actions on one Email. */
export const answerActions: readonly Action[] = [reply, replyAll, forward, editDraft];

export const actions: readonly Action[] = [...emailActions, ...answerActions, openCompose, selectAll, clearSelection];

/** The action that a key press calls for here, or undefined. */
export function actionFor(press: KeyPress, context: ActionContext): Action | undefined {
  return actions.find(
    ({ shortcut, alias, isAvailable }) =>
      [shortcut, alias].some((keys) => keys && matchesShortcut(press, keys)) && isAvailable(context),
  );
}

export { type Action, type ActionContext, atRow, atSign, only } from "./action.ts";
export { categorize } from "./categorize.ts";
export { setLabel } from "./label.ts";
export { mayMove, moveTo } from "./move.ts";
export {
  archive,
  clearSelection,
  deleteEmails,
  destroy,
  editDraft,
  flag,
  forward,
  markImportant,
  markRead,
  markUnread,
  notSpam,
  openCompose,
  reply,
  replyAll,
  reportSpam,
  selectAll,
  unflag,
  unmarkImportant,
};
