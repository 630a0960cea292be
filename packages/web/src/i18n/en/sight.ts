/** What the first sight of a list says: part of the catalogue, and here already with the first code. */
import type { Translation } from "../catalogue.ts";
import type { sight as russian } from "../ru/sight.ts";

export const sight: Translation<typeof russian> = {
  shell: {
    compose: "Compose",
    inbox: "Inbox",
    important: "Important",
    sent: "Sent",
    drafts: "Drafts",
    archive: "Archive",
    spam: "Spam",
    trash: "Trash",
    newFolder: "New folder",
  },
  filter: {
    filter: "Filter",
    filters: "Filters",
    all: "All emails",
    unread: "Unread",
    flagged: "Flagged",
    important: "Important",
    files: "With attachments",
  },
  search: { label: "Search letters" },
  settings: { settings: "Settings" },
  list: {
    noMore: "No more letters",
    draft: "Draft",
    noSubject: "No subject",
    noSender: "No sender",
    noRecipient: "No recipient",
  },
};
