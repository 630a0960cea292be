import type { Translation } from "../catalogue.ts";
import type { reading as russian } from "../ru/reading.ts";

export const reading: Translation<typeof russian> = {
  caution: {
    spam: "This letter is in Spam: only its text is shown, its links cannot be followed, and there are no pictures.",
    phishing:
      "This letter is marked as phishing: only its text is shown, its links cannot be followed, and there are no pictures.",
    notPhishing: "It is not phishing",
  },
  lookalike: "The address {{address}} has letters of other alphabets that look alike: its domain is really {{real}}.",
  source: {
    title: "Source and headers",
    headers: "Headers ({{count}})",
    source: "Source",
    start: "Only the beginning of the letter is shown: {{size}}. The download has all of it.",
    moreFields: "{{count}} more headers are not shown. The download has all of them.",
  },
  unsubscribe: {
    unsubscribe: "Unsubscribe",
    title: "Unsubscribe from the mailing list",
    looking: "Looking how one leaves it…",
    oneClick:
      "The mail server will ask {{host}} to send you no more letters of this list. The list learns neither where you are nor what you read with.",
    working: "Waiting for the answer of {{host}}…",
    done: "{{host}} has confirmed: you are unsubscribed.",
    refused: "{{host}} has refused.",
    redirected: "{{host}} sends elsewhere with this request; the server did not go there.",
    unreachable: "{{host}} does not answer. You can try again later.",
    notAsked: "The address {{host}} is one that the server does not call.",
    failed: "The request for {{host}} could not be made: the mail server does not answer, or asks to wait.",
    letter: "A letter to {{address}} will open: it goes out only when you send it.",
    page: "The list's page at {{host}} will open in a new tab: they will see that you came.",
    write: "Write the letter",
    openPage: "Open the page",
  },
};
