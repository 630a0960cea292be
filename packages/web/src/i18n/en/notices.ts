import type { Translation } from "../catalogue.ts";
import type { notices as russian } from "../ru/notices.ts";

export const notices: Translation<typeof russian> = {
  actions: {
    working: "Working…",
    resumed_one: "The interrupted action is finished: {{count}} letter",
    resumed_other: "The interrupted action is finished: {{count}} letters",
    confirmDestroy_one: "Delete {{count}} letter forever? This cannot be undone.",
    confirmDestroy_other: "Delete {{count}} letters forever? This cannot be undone.",
    done: {
      markRead_one: "{{count}} letter marked as read",
      markRead_other: "{{count}} letters marked as read",
      markUnread_one: "{{count}} letter marked as unread",
      markUnread_other: "{{count}} letters marked as unread",
      flag_one: "{{count}} letter flagged",
      flag_other: "{{count}} letters flagged",
      unflag_one: "Flag removed from {{count}} letter",
      unflag_other: "Flag removed from {{count}} letters",
      markImportant_one: "{{count}} letter marked as important",
      markImportant_other: "{{count}} letters marked as important",
      unmarkImportant_one: "{{count}} letter no longer important",
      unmarkImportant_other: "{{count}} letters no longer important",
      archive_one: "{{count}} letter archived",
      archive_other: "{{count}} letters archived",
      move_one: "{{count}} letter moved to “{{folder}}”",
      move_other: "{{count}} letters moved to “{{folder}}”",
      reportSpam_one: "{{count}} letter moved to spam",
      reportSpam_other: "{{count}} letters moved to spam",
      notSpam_one: "{{count}} letter moved back to the inbox",
      notSpam_other: "{{count}} letters moved back to the inbox",
      delete_one: "{{count}} letter moved to trash",
      delete_other: "{{count}} letters moved to trash",
      destroy_one: "{{count}} letter deleted forever",
      destroy_other: "{{count}} letters deleted forever",
    },
    refused: {
      forbidden: "You are not allowed to do this here",
      notFound: "This letter or folder no longer exists",
      overQuota: "The mailbox is full: free some space and try again",
      tooManyKeywords: "The letter has too many tags",
      tooManyMailboxes: "The letter is in too many folders",
      mailboxHasChild: "There are folders inside: move or delete them first",
      mailboxHasEmail: "There are letters left in the folder",
      unreachable: "No connection to the server. Nothing was changed",
      other: "The server refused: {{reason}}",
    },
  },
  categories: {
    done: {
      chosen: "Category: $t(categories.names.{{category}})",
      learnt: "Category: $t(categories.names.{{category}}). New letters from this sender will get it too",
      removed: "Category removed",
      learntNone: "Category removed. New letters from this sender will have none",
    },
  },
  shell: {
    folders: {
      failed: "This failed: {{reason}}",
      deleted: "Folder “{{name}}” deleted",
    },
  },
};
