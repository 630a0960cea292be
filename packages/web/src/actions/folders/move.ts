import type { Id } from "@pismo/jmap";
import { currentList, findMailbox, folderName, fullName, getMailbox } from "../../store/index.ts";
import { type Action, type ActionContext, may, performEdit, shownMailbox } from "../action.ts";

/** Keywords by which spam filters learn (IANA's registry of IMAP keywords): set with the move that teaches them. */
type Lesson = Record<`keywords/${string}`, true | null>;

/** Moves Emails into a mailbox: by the menu, by dragging, by the actions that have a folder of their own. */
export async function moveTo(
  context: ActionContext,
  target: Id,
  {
    name = "move",
    fromEverywhere = false,
    lesson = {},
  }: { name?: string; fromEverywhere?: boolean; lesson?: Lesson } = {},
): Promise<void> {
  const shown = shownMailbox(context)?.id;
  if (shown === target) return;
  const mailbox = getMailbox(target);
  const leaves = mailbox !== undefined && currentList()?.query.folder !== folderName(mailbox);
  // Out of every mailbox where no single one is shown.
  const from = fromEverywhere ? null : (shown ?? null);
  await performEdit(context, { kind: "move", from, to: target, keywords: lesson }, name, {
    leaves,
    values: { folder: mailbox ? fullName(mailbox, []) : "" },
  });
}

/** Whether the Emails may leave where they are. */
export const mayMove = (context: ActionContext): boolean => may(context, "mayRemoveItems");

/** An action that moves into the mailbox of a role. */
export function moveAction(
  action: Pick<Action, "id" | "labelKey" | "icon"> & {
    shortcut?: string;
    alias?: string;
    name: string;
    role: string;
    lesson?: Lesson;
  },
  isAvailable: (folder: string | undefined) => boolean,
): Action {
  const { name, role, lesson, ...rest } = action;
  return {
    ...rest,
    leaves: true,
    isAvailable: (context) =>
      isAvailable(context.folder) && findMailbox(role)?.myRights.mayAddItems === true && mayMove(context),
    perform: (context) => {
      const target = findMailbox(role);
      const fromEverywhere = role === "junk" || role === "trash";
      return target && moveTo(context, target.id, { name, fromEverywhere, ...(lesson && { lesson }) });
    },
  };
}
