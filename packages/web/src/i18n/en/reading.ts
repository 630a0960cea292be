import type { Translation } from "../catalogue.ts";
import type { reading as russian } from "../ru/reading.ts";

export const reading: Translation<typeof russian> = {
  caution: {
    spam: "This letter is in Spam: only its text is shown, its links cannot be followed, and there are no pictures.",
    guessed:
      "This letter looks like what you marked as spam, so it is in Spam: only its text is shown, its links cannot be followed, and there are no pictures.",
    phishing:
      "This letter is marked as phishing: only its text is shown, its links cannot be followed, and there are no pictures.",
    notPhishing: "It is not phishing",
  },
  heavy: {
    text: "This letter is built so heavily that the browser would stand still: only its text is shown.",
    show: "Show anyway",
    cut: "Only the beginning of the letter is shown: the rest of its markup is too heavy.",
    printed: "The letter is too long to be printed whole: this is a part of it.",
  },
  lookalike: "The address {{address}} has letters of other alphabets that look alike: its domain is really {{real}}.",
  links: {
    label: "Misleading links",
    leads: "A link that looks like {{named}} leads to {{host}}.",
    all_one: "In all, {{count}} link in this letter leads elsewhere than it seems to.",
    all_other: "In all, {{count}} links in this letter lead elsewhere than they seem to.",
    question: "Follow this link?",
    why: "In the letter it looks as if it led to another site. It really leads here:",
    leadsHere: "It leads here:",
    looksLike: "It is written in other letters that look like {{host}}.",
    follow: "Follow the link",
    stay: "Do not follow",
  },
  source: {
    title: "Source and headers",
    headers: "Headers ({{count}})",
    source: "Source",
    start: "Only the beginning of the letter is shown: {{size}}. The download has all of it.",
    moreFields: "{{count}} more headers are not shown. The download has all of them.",
  },
  newsletter: "Newsletter",
  unsubscribe: {
    unsubscribe: "Unsubscribe",
    title: "Unsubscribe from the mailing list",
    looking: "Checking how to unsubscribe…",
    oneClick:
      "The mail server will ask {{host}} to send you no more letters of this list. The list learns neither where you are nor what you read with.",
    working: "Waiting for {{host}}…",
    done: "{{host}} has confirmed: you are unsubscribed.",
    refused: "{{host}} has refused.",
    redirected: "{{host}} redirected the request; it was not followed.",
    unreachable: "{{host}} does not respond. You can try again later.",
    notAsked: "The server does not send requests to {{host}}.",
    failed: "The request for {{host}} could not be made: the mail server does not respond, or asks to wait.",
    letter: "A letter to {{address}} will open: it goes out only when you send it.",
    page: "The list's page at {{host}} will open in a new tab: the list will know that you visited it.",
    write: "Write the letter",
    openPage: "Open the page",
  },
};
