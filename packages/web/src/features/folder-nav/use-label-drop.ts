import type { LabelFace } from "@pismo/jmap";
import { useParams } from "react-router";
import { setLabel } from "../../actions/index.ts";
import { type DropTarget, useDrop } from "./use-email-drop.ts";

/** Lets Emails that are dragged from the list fall onto a label: they get it, and stay where they are. */
export function useLabelDrop(label: LabelFace): DropTarget {
  const { folder } = useParams();
  return useDrop({
    effect: "copy",
    accepts: () => true,
    put: (selection) => void setLabel({ selection, folder }, label, true),
  });
}
