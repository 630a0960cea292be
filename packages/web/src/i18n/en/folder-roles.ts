import type { Translation } from "../catalogue.ts";
import type { folderRoles as russian } from "../ru/folder-roles.ts";

export const folderRoles: Translation<typeof russian> = {
  open: "Special folders",
  title: "Special folders",
  description:
    "Choose the folder for each purpose. Existing letters stay where they are; new ones go to the folder you choose.",
  sent: "Sent",
  drafts: "Drafts",
  archive: "Archive",
  junk: "Spam",
  trash: "Trash",
  save: "Save",
  saved: "Special folders saved",
  twice: "A folder can serve one purpose only",
  failed: "This failed: {{reason}}",
};
