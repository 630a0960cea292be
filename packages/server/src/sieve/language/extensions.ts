/** What `require` may name. */

/** Each has a command, a test, a tag, or a way to read strings. */
export const extensions = [
  "body",
  "comparator-i;ascii-numeric",
  "comparator-i;unicode-casemap",
  "copy",
  "date",
  "editheader",
  "encoded-character",
  "envelope",
  "ereject",
  "fileinto",
  "imap4flags",
  "mailbox",
  // RFC 9042
  "mailboxid",
  "reject",
  "relational",
  "subaddress",
  "vacation",
  "variables",
  // Our own: the test "hasattachment" (RFC 5228 §6.2 on the name)
  "vnd.pismo.attachment",
] as const;

export type Extension = (typeof extensions)[number];

/** RFC 5228 §2.7.3: always there, and may be required nevertheless. */
export const impliedExtensions: ReadonlySet<string> = new Set(["comparator-i;octet", "comparator-i;ascii-casemap"]);
