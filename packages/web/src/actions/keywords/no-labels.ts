/** The key of labels, where there are none to choose: it says why. */
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/labels.ts";
import { getLabels, getLabelsCapability } from "../../store/labels/labels.ts";
import { notify } from "../../store/notices.ts";
import { isAllAccounts } from "../../store/session/all-accounts.ts";
import { getAccount } from "../../store/session/session.ts";
import { type Action, some } from "../action.ts";

addTexts(texts);

export const noLabels: Action = {
  id: "no-labels",
  labelKey: "actions.label",
  icon: "tag",
  // No shortcut of its own: where shortcuts are named, labels have it.
  alias: "L",
  isAvailable: (context) => (getLabelsCapability() ?? getLabels()[0]) === undefined && some(context, () => true),
  perform: () => void notify({ key: isAllAccounts(getAccount()) ? "labels.inOne" : "actions.refused.noLabels" }),
};
