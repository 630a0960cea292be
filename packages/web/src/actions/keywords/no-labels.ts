/** The key of labels, where the mail server keeps none: it says so. */
import { getLabels, getLabelsCapability } from "../../store/labels/labels.ts";
import { notify } from "../../store/notices.ts";
import { type Action, some } from "../action.ts";

export const noLabels: Action = {
  id: "no-labels",
  labelKey: "actions.label",
  icon: "tag",
  // No shortcut of its own: where shortcuts are named, labels have it.
  alias: "L",
  isAvailable: (context) => (getLabelsCapability() ?? getLabels()[0]) === undefined && some(context, () => true),
  perform: () => void notify({ key: "actions.refused.noLabels" }),
};
