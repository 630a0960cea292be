import type { Translation } from "../catalogue.ts";
import type { receipts as russian } from "../ru/receipts.ts";

export const receipts: Translation<typeof russian> = {
  label: "Request for a receipt",
  question: "{{name}} asks for a receipt that says that you have opened this letter.",
  from: "It would be sent from your address {{address}}.",
  elsewhere: "It would go to another address: {{addresses}}.",
  send: "Send a receipt",
  decline: "Do not send",
  sent: "Receipt sent",
  subject: "Read: {{subject}}",
  body: "The letter “{{subject}}” was shown to its recipient. This does not mean that it was read or understood.\n",
  cardLabel: "Receipt",
  noSubject: "Letter without a subject",
  came: {
    displayed: "{{name}} says that your letter was opened:",
    deleted: "{{name}} says that your letter was deleted:",
    dispatched: "{{name}} says that your letter was passed on:",
    processed: "{{name}} says that a program has processed your letter:",
  },
  meaning: "The recipient's mail program says so. It cannot be verified.",
};
