/** Labels of Emails. */
import type { LabelFace } from "@pismo/jmap";
import { getLabels, getLabelsCapability } from "../../store/labels/labels.ts";
import { askAboutEmails } from "../../store/email-question.ts";
import { type Action, type ActionContext, may, performEdit, some } from "../action.ts";

/** Opens the choice of labels. */
export const label: Action = {
  id: "label",
  labelKey: "actions.label",
  icon: "tag",
  shortcut: "L",
  isAvailable: (context) =>
    (getLabelsCapability() ?? getLabels()[0]) !== undefined &&
    may(context, "maySetKeywords") &&
    some(context, () => true),
  perform: askAboutEmails,
};

/** Puts a label on the Emails, or takes it off; nothing stops being selected. */
export const setLabel = (
  context: ActionContext,
  { name, keyword }: Pick<LabelFace, "name" | "keyword">,
  isSet: boolean,
): Promise<void> =>
  performEdit(context, { kind: "keyword", keyword, isSet }, isSet ? "label" : "unlabel", {
    keepsSelection: true,
    values: { label: name },
  });
