import { type DragEvent, useState } from "react";
import { useParams } from "react-router";
import { type ActionContext, markImportant, mayMove, moveTo } from "../../actions/index.ts";
import { getSelection, notify, rowsSelection, type Selection, useMailbox } from "../../store/index.ts";
import { draggedEmails, emailIdsType } from "./email-drop.ts";

export interface DropTarget {
  isOver: boolean;
  onDragEnter: (event: DragEvent) => void;
  onDragOver: (event: DragEvent) => void;
  onDragLeave: (event: DragEvent) => void;
  onDrop: (event: DragEvent) => void;
}

interface DropRules {
  /** What the pointer says: rows allow both. */
  effect: "move" | "copy";
  accepts: () => boolean;
  put: (selection: Selection) => void;
}

/** Lets Emails that are dragged from the list fall onto something. */
export function useDrop({ effect, accepts: mayFall, put }: DropRules): DropTarget {
  const [isOver, setOver] = useState(false);
  const accepts = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes(emailIdsType) && mayFall();

  const drag = (event: DragEvent): void => {
    if (!accepts(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = effect;
    setOver(true);
  };
  /** From the line to its own icon is not away from it. */
  const leave = ({ currentTarget, relatedTarget }: DragEvent): void => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
  };
  const drop = (event: DragEvent): void => {
    setOver(false);
    if (!accepts(event)) return;
    event.preventDefault();
    const dragged = draggedEmails(event.dataTransfer.getData(emailIdsType), getSelection());
    if (dragged) put(dragged.kind === "ids" ? rowsSelection(dragged.ids) : dragged);
  };
  return { isOver, onDragEnter: drag, onDragOver: drag, onDragLeave: leave, onDrop: drop };
}

/** Emails that fall onto a folder move there; onto Important, they are marked. */
export function useEmailDrop(folder: string): DropTarget {
  const { folder: source } = useParams();
  const target = useMailbox(folder);
  const put = (selection: Selection): void => {
    const context: ActionContext = { selection, folder: source };
    if (target?.kind === "important") {
      if (markImportant.isAvailable(context)) void markImportant.perform(context);
    } else if (target?.kind === "mailbox") {
      if (mayMove(context)) void moveTo(context, target.mailbox.id);
      else notify({ key: "actions.refused.forbidden", tone: "error" });
    }
  };
  return useDrop({
    effect: "move",
    accepts: () => folder !== source && !(target?.kind === "mailbox" && !target.mailbox.myRights.mayAddItems),
    put,
  });
}
