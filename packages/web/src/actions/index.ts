/** Every action, in the order of toolbars and menus. */
import type { Action, ActionContext } from "./action.ts";
import { archive } from "./archive.ts";
import { clearSelection } from "./clear-selection.ts";
import { deleteEmails } from "./delete.ts";
import { destroy } from "./destroy.ts";
import { editDraft } from "./edit-draft.ts";
import { flag } from "./flag.ts";
import { forward } from "./forward.ts";
import { markImportant } from "./mark-important.ts";
import { markRead } from "./mark-read.ts";
import { markUnread } from "./mark-unread.ts";
import { notSpam } from "./not-spam.ts";
import { openCompose } from "./open-compose.ts";
import { reply } from "./reply.ts";
import { replyAll } from "./reply-all.ts";
import { reportSpam } from "./report-spam.ts";
import { selectAll } from "./select-all.ts";
import { type KeyPress, matchesShortcut } from "./shortcut.ts";
import { unflag } from "./unflag.ts";
import { unmarkImportant } from "./unmark-important.ts";

/** Actions on selected Emails. Moving to a chosen folder is `moveTo`, because it needs the folder. */
export const emailActions: readonly Action[] = [
  markRead,
  markUnread,
  flag,
  unflag,
  markImportant,
  unmarkImportant,
  archive,
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

export { type Action, type ActionContext, atSign, only } from "./action.ts";
export { categorize } from "./categorize.ts";
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
