import type { Id, PatchObject } from "@pismo/jmap";
import { currentList, type Deed, findMailbox, folderName, getMailbox } from "../store/index.ts";
import { type Action, type ActionContext, performDeed, shownMailbox } from "./action.ts";

/** Keywords by which spam filters learn (IANA's registry of IMAP keywords): set with the move that teaches them. */
type Lesson = Record<`keywords/${string}`, true | null>;

/** From the folder that is shown to another; out of every folder where no single one is shown. */
function moveDeed(context: ActionContext, target: Id, fromEverywhere: boolean, lesson: Lesson): Deed {
  const shown = shownMailbox(context)?.id;
  return ({ mailboxIds }): PatchObject | undefined => {
    const ids = Object.keys(mailboxIds);
    const isThere = ids.length === 1 && ids[0] === target;
    if (isThere || shown === target) return undefined;
    if (fromEverywhere || shown === undefined || !(shown in mailboxIds)) {
      return { mailboxIds: { [target]: true }, ...lesson };
    }
    return { [`mailboxIds/${shown}`]: null, [`mailboxIds/${target}`]: true, ...lesson };
  };
}

/** Moves letters into a mailbox: by the menu, by dragging, by the actions that have a folder of their own. */
export function moveTo(
  context: ActionContext,
  target: Id,
  {
    name = "move",
    fromEverywhere = false,
    lesson = {},
  }: { name?: string; fromEverywhere?: boolean; lesson?: Lesson } = {},
): Promise<void> {
  const mailbox = getMailbox(target);
  const leaves = mailbox !== undefined && currentList()?.query.folder !== folderName(mailbox);
  return performDeed(context, moveDeed(context, target, fromEverywhere, lesson), name, {
    leaves,
    values: { folder: mailbox?.name ?? "" },
  });
}

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
    isAvailable: ({ folder }) => isAvailable(folder) && findMailbox(role) !== undefined,
    perform: (context) => {
      const target = findMailbox(role);
      const fromEverywhere = role === "junk" || role === "trash";
      return target && moveTo(context, target.id, { name, fromEverywhere, ...(lesson && { lesson }) });
    },
  };
}
