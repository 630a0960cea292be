/** Several accounts together. */
export const allAccounts = {
  inbox: "All inboxes",
  sent: "All sent",
  drafts: "All drafts",
  flagged: "All flagged",
  files: "All files",
  account: "Account {{name}}",
  missing: "Without the letters of {{names}}: its server does not answer at the moment.",
  missingSeveral: "Without the letters of {{names}}: their servers do not answer at the moment.",
  folderIn: "A folder is made in one account: open that in the account menu",
};
