/** Emails that are dragged onto folders. */
import type { Id } from "@pismo/jmap";
import { getSelection, isInSelection, selectedCount } from "../../../store/index.ts";
import styles from "./drag.module.css";

const emailDragType = "application/x-pismo-letters";

/** A card with the count under the pointer; the browser takes its image, then it goes. */
function showCard(transfer: DataTransfer, text: string): void {
  const card = document.createElement("div");
  card.className = styles.card ?? "";
  card.textContent = text;
  document.body.append(card);
  transfer.setDragImage(card, -12, -8);
  setTimeout(() => card.remove());
}

/**
 * Begins to drag an Email, or all selected ones when it is among them.
 * @param describe "3 Emails"
 */
export function startDrag(transfer: DataTransfer, id: Id, describe: (count: number) => string): void {
  const selection = getSelection();
  const isSelected = isInSelection(id);
  const count = isSelected ? selectedCount(selection) : 1;
  // One of the selected Emails stands for all of them: a whole folder could not be listed.
  const ids = isSelected && selection.kind === "ids" ? [...selection.ids] : [id];
  transfer.clearData();
  transfer.setData(emailDragType, JSON.stringify(ids));
  transfer.effectAllowed = "copyMove";
  showCard(transfer, describe(count));
}
