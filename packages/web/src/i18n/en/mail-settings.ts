import type { Translation } from "../catalogue.ts";
import type { mailSettings as russian } from "../ru/mail-settings.ts";

export const mailSettings: Translation<typeof russian> = {
  saved: "The setting is saved",
  failed: "It was not saved: no connection to the server",
  notKept: "This mail server keeps no settings.",
  reading: {
    title: "Reading",
    group: "Group letters into conversations",
    groupHint: "A letter and the answers to it are one row of the list.",
    newest: "Newest letters on top",
    newestHint: "In an open conversation the last letter comes first.",
    showsFacts: "Cards over letters",
    showsFactsHint: "What a letter says of an order, a journey, a bill or a ticket stands over its text.",
    showsDeadlines: "Things to do above the inbox",
    showsDeadlinesHint: "Payments, departures, deliveries and appointments of the next 7 days, from your letters.",
    screensSenders: "Ask about first-time senders",
    screensSendersHint:
      "Letters of people who write to you for the first time wait above the inbox until you let them in: they are not in the inbox, and you are not notified of them. It is for letters that come from now on; when you turn it off, all of them come into the inbox.",
    screenedFolder: "First-time senders",
    findsSpam: "Find spam by your own marks",
    findsSpamHint:
      "A new letter that looks like what you put into spam goes there by itself; letters of contacts and of people you wrote to never do. While it is on, it learns from the spam that you mark, and from letters that you take out of spam, file, flag or answer. Nothing leaves this server.",
    learned: "Learned from: {{spam}} spam, {{other}} other letters; it begins at {{beginsAt}} of each.",
    emptyTrashAfterDays: "Empty the trash by itself",
    emptySpamAfterDays: "Empty spam by itself",
    emptyNever: "Never",
    emptyAfterDays_one: "After {{count}} day",
    emptyAfterDays_other: "After {{count}} days",
    emptyHint:
      "A letter is deleted forever when it has been there so long, counted from when you choose it at the earliest.",
  },
  writing: {
    title: "Writing",
    undoSend: "Undo send",
    undoSendHint:
      "A letter waits this long on the server and can be taken back. It goes out even when the page is closed.",
    signatureBelowQuote: "Signature below the quote",
    signatureBelowQuoteHint: "Otherwise it stands under your text, above the quote.",
    writesPlainText: "Write plain text",
    writesPlainTextHint:
      "New letters and answers have no formatting. The button over the text changes it for one letter.",
    wantsReceipts: "Ask for receipts",
    wantsReceiptsHint:
      "New letters and answers ask their recipients to confirm that they were opened. The menu beside Send changes it for one letter.",
    takesAnyFile: "Attach any file",
    takesAnyFileHint:
      "Otherwise pictures alone, as this server says. Programs are often refused by those who receive them.",
    asksForFile: "Ask about a missing file",
    asksForFileHint: "Before a letter is sent that speaks of a file and has none.",
    asksForSubject: "Ask about an empty subject",
    asksForSubjectHint: "Before a letter is sent without a subject.",
    asksForBcc: "Ask about many recipients",
    asksForBccHint: "Before ten people or more see one another's addresses.",
    asksForAddress: "Ask about slips in addresses",
    asksForAddressHint: "Before a letter goes to an address that is one letter away from one you wrote to.",
    asksForGreeted: "Ask about people left out",
    asksForGreetedHint: "Before an answer greets a person by name and does not go to them.",
    neverOffered: "Addresses that are not offered",
    neverOfferedHint: "You removed them from the suggestions, or letters to them came back.",
    neverOfferedAll_one: "Show {{count}} address",
    neverOfferedAll_other: "Show all {{count}} addresses",
    offerAgain: "Offer again",
    offerAgainOf: "Offer again: {{address}}",
    undoSendNever: "Do not wait",
    undoSendSeconds_one: "{{count}} second",
    undoSendSeconds_other: "{{count}} seconds",
  },
  addresses: {
    title: "From addresses",
  },
  vacation: {
    title: "Automatic replies",
  },
  accounts: {
    title: "Accounts",
    show: "Show",
    addressBook: "Address book",
    showOf: "Show {{email}}",
  },
  labels: {
    title: "Labels",
  },
  rules: {
    title: "Rules",
  },
  notifications: {
    title: "Letter notifications",
  },
  sessions: {
    title: "Sessions and tokens",
    none: "On this computer the mail opens without signing in.",
    tokens:
      "Tokens for other programs are made and revoked by the administrator: pismo token create, pismo token list, pismo token revoke.",
  },
};
