/** Several accounts together. */
export const allAccounts = {
  inbox: "All inboxes",
  sent: "All sent",
  drafts: "All drafts",
  flagged: "All flagged",
  files: "All files",
  account: "Account {{name}}",
  leftOut: "Without {{names}}: its mail lies at another JMAP server.",
  folderIn: "A folder is made in one account: open that in the account menu",
};
