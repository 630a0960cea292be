import type { Translation } from "../catalogue.ts";
import type { personCard as russian } from "../ru/person-card.ts";

export const personCard: Translation<typeof russian> = {
  write: "Write",
  letters: "All letters",
  block: "Block …",
  files: "Last files",
  copy: "Copy address {{address}}",
  copied: "Address copied: {{address}}",
  notCopied: "The address could not be copied",
};
