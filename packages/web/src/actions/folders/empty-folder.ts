import { getPreferences, listQueryFromUrl } from "../../store/index.ts";
import { type Action, type ActionContext, shownMailbox } from "../action.ts";
import { destroy } from "./destroy.ts";

export type EmptiableFolder = "trash" | "spam";

/** What `emptyFolder` is about: all Emails of the folder, whatever the open list is filtered by. */
export function wholeFolder(folder: EmptiableFolder): ActionContext {
  const query = listQueryFromUrl(folder, new URLSearchParams(), getPreferences());
  const total = shownMailbox({ folder })?.totalEmails ?? 0;
  return { selection: { kind: "all", query, except: new Set(), total }, folder };
}

/** Destroys what the trash or spam holds. It stands in the folder's own menu. */
export const emptyFolder = (folder: EmptiableFolder): Action => ({
  id: "empty-folder",
  labelKey: `shell.folders.empty.${folder}`,
  icon: "trash",
  isAvailable: (context) => {
    const mailbox = shownMailbox(context);
    return mailbox !== undefined && mailbox.totalEmails > 0 && mailbox.myRights.mayRemoveItems;
  },
  question: (context) => {
    const { totalEmails = 0, unreadEmails = 0 } = shownMailbox(context) ?? {};
    const key = unreadEmails > 0 ? "shell.folders.empty.confirmUnread" : "shell.folders.empty.confirm";
    return { key, values: { count: totalEmails, unread: unreadEmails } };
  },
  perform: destroy.perform,
});
