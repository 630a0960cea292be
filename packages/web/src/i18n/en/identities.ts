import type { Translation } from "../catalogue.ts";
import type { identities as russian } from "../ru/identities.ts";

export const identities: Translation<typeof russian> = {
  hint: "An address is chosen in a new letter when there are several. An answer goes out from the address that the letter came to.",
  listOf: "Addresses of the account {{account}}",
  add: "Add address",
  addTo: "Add address to the account {{account}}",
  editOf: "Edit {{address}}",
  removeOf: "Delete {{address}}",
  removed: "Address deleted: {{address}}",
  newTitle: "New From address",
  editTitle: "From address {{address}}",
  name: "Name",
  nameHint: "Recipients see it",
  email: "Address",
  replyTo: "Reply to",
  replyToHint: "If answers are to come to another address",
  bcc: "Always send a blind copy to",
  bccHint: "Yourself at another address, for example",
  signature: "Signature",
  picture: "Picture from a file",
  save: "Save",
  refused:
    "The mail server does not send from this address. Ask those who run it to allow it, and write from another one until then. It says: {{reply}}",
  saved: "Address saved: {{address}}",
  problem: {
    address: "This is not an address: {{address}}",
    refused: "The server does not let you write from this address",
    notKept: "This mail server keeps no From addresses",
    noPicture: "{{name}}: no picture could be read from this file. Take a PNG, JPEG, GIF or WebP file.",
    tooLarge:
      "{{name}} is too large: the pictures of a signature have at most {{limit}}, because they go with each letter.",
    own: "The account's own address cannot be deleted",
    notLoaded: "The addresses could not be loaded: {{reason}}",
    failed: "It was not saved: {{reason}}",
  },
};
