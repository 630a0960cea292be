import type { Translation } from "../catalogue.ts";
import type { folderRoles as russian } from "../ru/folder-roles.ts";

export const folderRoles: Translation<typeof russian> = {
  open: "Special folders",
  title: "Special folders",
  description:
    "Which folder on the server is for what. Letters stay where they are; new ones go to the folder you choose.",
  sent: "Sent",
  drafts: "Drafts",
  archive: "Archive",
  junk: "Spam",
  trash: "Trash",
  save: "Save",
  saved: "The special folders are changed",
  twice: "One folder cannot be for two things",
  failed: "It did not work: {{reason}}",
};
