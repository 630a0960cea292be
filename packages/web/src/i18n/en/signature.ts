import type { Translation } from "../catalogue.ts";
import type { signature as russian } from "../ru/signature.ts";

export const signature: Translation<typeof russian> = {
  open: "Signature",
  title: "Signature",
  description: "It is added below the letters you write, above the quoted letter.",
  of: "Signature of {{address}}",
  save: "Save",
  saved: "The signature is saved",
  failed: "It was not saved: {{reason}}",
  noConnection: "no connection to Pismo",
};
