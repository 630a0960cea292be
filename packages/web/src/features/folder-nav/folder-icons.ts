import type { SpecialFolder } from "../../store/mailboxes/folders.ts";
import type { IconName } from "../../ui/icons/icons.ts";

export const folderIcons: Record<SpecialFolder, IconName> = {
  inbox: "inbox",
  important: "important",
  sent: "sent",
  drafts: "drafts",
  archive: "archive",
  spam: "spam",
  trash: "trash",
};
