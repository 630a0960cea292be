/** Every action, in the order of toolbars and menus; snooze.ts adds its own, which the first code does not have. */
import type { Action, ActionContext } from "./action.ts";
import { forward, reply, replyAll } from "./answer.ts";
import { archive } from "./folders/archive.ts";
import { editDraft, openCompose } from "./compose.ts";
import { deleteEmails } from "./folders/delete.ts";
import { destroy } from "./folders/destroy.ts";
import { flag, unflag } from "./keywords/flag.ts";
import { label } from "./keywords/label.ts";
import { markImportant, unmarkImportant } from "./keywords/mark-important.ts";
import { markRead, markUnread } from "./keywords/mark-read.ts";
import { mute, unmute } from "./keywords/mute.ts";
import { notSpam, reportSpam } from "./folders/report-spam.ts";
import { clearSelection, selectAll } from "./select-all.ts";
import { type KeyPress, matchesShortcut } from "./shortcut.ts";

/** Actions on selected Emails. Moving to a chosen folder is `moveTo`, because it needs the folder. */
export const emailActions: Action[] = [
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

export const actions: Action[] = [...emailActions, ...answerActions, openCompose, selectAll, clearSelection];

/** The action that a key press calls for here, or undefined. */
export function actionFor(press: KeyPress, context: ActionContext): Action | undefined {
  return actions.find(
    ({ shortcut, alias, isAvailable }) =>
      [shortcut, alias].some((keys) => keys && matchesShortcut(press, keys)) && isAvailable(context),
  );
}

export { type Action, type ActionContext, atRow, atSign, only } from "./action.ts";
export { categorize } from "./keywords/categorize.ts";
export { setLabel } from "./keywords/label.ts";
export { mayMove, moveTo } from "./folders/move.ts";
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
