/** Actions on Emails: one object per verb, used by toolbars, menus, shortcuts and undo alike. */
import type { Id, Mailbox, MailboxRights } from "@pismo/jmap";
import {
  commitSelection,
  type EditOptions,
  type EmailEdit,
  type EmailRow,
  findMailbox,
  getEmailRow,
  getMailbox,
  isSpecialFolder,
  mayChange,
  notify,
  notifyNotDone,
  type Selection,
  rowsSelection,
  selectedCount,
  selectedEmails,
} from "../store/index.ts";

export interface ActionContext {
  /** The Emails that are acted on. */
  selection: Selection;
  /** Where they are shown: the folder's name in addresses. */
  folder: string | undefined;
  /** Done by an Email's own sign, where it is seen: no notice says it, and what is selected stays selected. */
  isAtSign?: true;
}

export interface Action {
  id: string;
  /** Key in the catalogues. */
  labelKey: string;
  /** Name in the icon set of `ui`. */
  icon: string;
  /** As aria-keyshortcuts spells it: "Shift+I", "Delete"; letters mean the key, whatever the keyboard's language. */
  shortcut?: string;
  /** Another key for the same, that people know from elsewhere. */
  alias?: string;
  /** The Emails are then no longer where they were read: an Email's page makes room for the list. */
  leaves?: true;
  isAvailable: (context: ActionContext) => boolean;
  /** A question to ask before it is done, because it cannot be undone. */
  question?: (context: ActionContext) => { key: string; values: { count: number; unread?: number } };
  perform: (context: ActionContext) => void | Promise<void>;
}

/** One Email as a selection. */
export const only = (id: Id): Selection => ({ kind: "ids", ids: new Set([id]) });

/** For a sign of one Email: its dot, its flag. */
export const atSign = (id: Id): ActionContext => ({ selection: only(id), folder: undefined, isAtSign: true });

/** For a sign of a row of the open list. */
export const atRow = (id: Id): ActionContext => ({ ...atSign(id), selection: rowsSelection([id]) });

/** The one Email that is acted on, or undefined where there are more or none. */
export function single({ selection }: ActionContext): Id | undefined {
  if (selection.kind !== "ids" || selection.ids.size !== 1) return undefined;
  return [...selection.ids][0];
}

/** Whether it holds for any Email; of a whole folder one cannot know, so it may. */
export function some({ selection }: ActionContext, test: (row: EmailRow) => boolean): boolean {
  if (selection.kind === "all") return selectedCount(selection) > 0;
  return Array.from(selectedEmails(selection)).some((id) => {
    const row = getEmailRow(id);
    return row !== undefined && test(row);
  });
}

/** Whether the folders of the Emails allow it; of a whole folder that folder is asked. */
export function may(context: ActionContext, right: keyof MailboxRights): boolean {
  const { selection } = context;
  if (selection.kind === "all") return shownMailbox(context)?.myRights[right] ?? true;
  return Array.from(selectedEmails(selection)).every((id) => {
    const row = getEmailRow(id);
    return row === undefined || mayChange(row, right);
  });
}

/** The mailbox that is shown; undefined for Important and for all mail, which are none. */
export function shownMailbox({ folder }: Pick<ActionContext, "folder">): Mailbox | undefined {
  if (folder === undefined || folder === "important") return undefined;
  return isSpecialFolder(folder) ? findMailbox(folder === "spam" ? "junk" : folder) : getMailbox(folder);
}

/** Beside the change itself, Undo takes back what came of it: by the name of what was done. Later code adds to it. */
export const undoneToo: Record<string, (selection: Selection) => () => void> = {};

/**
 * Does it, and says so with Undo.
 * @param name of the text under `actions.done`
 * @param leaves the Emails leave the folder that is shown
 */
export async function performEdit(
  context: ActionContext,
  edit: EmailEdit,
  name: string,
  { values = {}, ...options }: EditOptions & { values?: Record<string, string> } = {},
): Promise<void> {
  const { selection, isAtSign = false } = context;
  const undoToo = undoneToo[name]?.(selection);
  try {
    const { count, undo } = await commitSelection(selection, edit, {
      ...options,
      keepsSelection: isAtSign || options.keepsSelection === true,
    });
    if (count > 0 && !isAtSign)
      notify({
        key: `actions.done.${name}`,
        values: { ...values, count },
        ...(undo && { undo: () => (undo(), undoToo?.()) }),
      });
  } catch (error) {
    notifyNotDone(error);
    if (!(error instanceof TypeError)) throw error;
  }
}
