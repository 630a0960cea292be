import { allAccountsOf, type LabelFace } from "@pismo/jmap";
import { useParams } from "react-router";
import { setLabel } from "../../actions/index.ts";
import { notify, type Selection, selectedEmails } from "../../store/index.ts";
import { getAccount, getSession } from "../../store/session/session.ts";
import { labelsForAll } from "../../store/labels/labels-for.ts";
import { type DropTarget, useDrop } from "./use-email-drop.ts";

/**
 * Lets Emails that are dragged from the list fall onto a label: they get it, and stay where they are. Of several accounts
 * each has to have the label: other programs alone would see the keyword.
 */
export function useLabelDrop(label: LabelFace): DropTarget {
  const { folder } = useParams();
  return useDrop({
    effect: "copy",
    accepts: () => true,
    put: (selection) => {
      if (isOffered(label, selection)) void setLabel({ selection, folder }, label, true);
      else notify({ key: "labels.notInEach", values: { name: label.name }, tone: "error" });
    },
  });
}

function isOffered({ keyword }: LabelFace, selection: Selection): boolean {
  const session = getSession();
  const together = allAccountsOf(session, getAccount().accountId);
  if (!together) return true;
  const { labels } = labelsForAll([...selectedEmails(selection)], session, together);
  return labels.some((each) => each.keyword === keyword);
}
