import type { Translation } from "../catalogue.ts";
import type { genuine as russian } from "../ru/genuine.ts";

export const genuine: Translation<typeof russian> = {
  title: "Is this letter genuine?",
  looking: "Looking at what is known of the letter…",
  report: "Report as phishing",
  local: "All this was found on your mail server and in this browser: nothing else was asked.",
  verdict: {
    failed: "Do not trust this letter: {{server}} found that it does not come from {{host}}.",
    phishing: "Do not trust this letter: it is marked as phishing.",
    reported: "Do not trust this letter: a letter from {{address}} is marked as phishing.",
    otherAddress: "Be careful: the sender's name says {{named}}, but the letter is from {{address}}.",
    lookalike:
      "Be careful: the address {{address}} has letters of other alphabets that look alike, its domain is really {{real}}.",
    nearAddress: "Be careful: {{address}} is one letter away from {{known}}, to whom you have written.",
    knownName: "Be careful: you know the name {{name}} by another address: {{known}}.",
    misleading: "Be careful: a link that looks like {{named}} leads to {{host}}.",
    nearHost: "Be careful: a link leads to {{host}}, one letter away from {{known}}, which you know.",
    spam: "Be careful: this letter is in Spam.",
    proven:
      "The letter does come from {{host}}: {{server}} has confirmed it. Whether the sender means well, no check can tell.",
    unproven: "It is not known who sent this letter: {{server}} found no proof that it comes from {{host}}.",
    unchecked: "No server that this account trusts has checked this letter: anyone can give {{address}} as the sender.",
    untold: "It is not known whether {{address}} sent this letter: the mail server does not tell what it found.",
    noSender: "It is not known who sent this letter: it does not name one sender.",
  },
  says: {
    title: "Who it says it is from",
    none: "It names no sender.",
    sender: "It was sent for them by {{sender}}.",
    replyTo: "An answer goes to {{address}}.",
  },
  sent: {
    title: "Who really sent it",
    whoseWord:
      "So says {{server}}, which received the letter, in its header Authentication-Results. Such headers of other servers do not count.",
    silent: "{{server}}, which received the letter, says that it did not check the sender.",
    unchecked: "Not known: no server that this account trusts has checked the letter.",
    untold: "Not known: the mail server does not tell what it found.",
  },
  checks: {
    dmarc: {
      pass: "the sender's address is proven by the domain's rules",
      fail: "the sender's address breaks the domain's rules",
    },
    dkim: {
      pass: "the domain's signature is valid, the letter was not changed on its way",
      fail: "the domain's signature is not valid",
    },
    spf: {
      pass: "the domain knows the server that the letter came from",
      fail: "the domain does not allow sending from that server",
    },
    arc: {
      pass: "servers that forwarded the letter vouch for earlier checks",
      fail: "the seals of servers that forwarded the letter are not valid",
    },
    other: "neither yes nor no ({{result}})",
  },
  earlier: {
    title: "Whether letters came from here before",
    first: "This is the first letter from {{address}} here, apart from Trash and Spam.",
    nth: "This is letter number {{number}} from {{address}}, apart from Trash and Spam. The first came on {{date}}.",
    many: "{{number}} letters or more came from {{address}} before.",
    unproven: "That they are all from the same sender is not proven by this.",
    written: "You have written to this address.",
    reported_one: "{{count}} letter from this address is marked as phishing.",
    reported_other: "{{count}} letters from this address are marked as phishing.",
    unknown: "Not known: it could not be found out.",
  },
  alike: {
    title: "Who the sender looks like",
    none: "The sender does not look like another one to whom you have lately written.",
  },
  links: {
    title: "Where its links lead",
    misleading: "A link that looks like {{named}} leads to {{host}}.",
    near: "A link leads to {{host}}, one letter away from {{known}}, which you know.",
    all_one: "In all, {{count}} link leads elsewhere than it seems to.",
    all_other: "In all, {{count}} links lead elsewhere than they seem to.",
    hosts: "Links lead to: {{hosts}}.",
    honest: "No link names another site than the one it leads to.",
    none: "The letter has no links to sites.",
    partial: "The letter is too large: not all of its links were looked at.",
  },
  blocked: {
    title: "What was blocked",
    trackers: "Trackers: {{number}}.",
    pictures: "Pictures and other things from the internet: {{number}}.",
    picturesShown: "Pictures from the internet: {{number}}. You have allowed them; the mail server fetches them.",
    scripts: "Scripts: {{number}}.",
    forms: "Forms: {{number}}.",
    frames: "Pages within the letter: {{number}}.",
    none: "There was nothing to block.",
    partial: "The letter is too large to count everything; none of it was let through.",
  },
  learns: {
    title: "What the sender would learn",
    reading: {
      nothing: "If you read it: nothing, the letter loads nothing.",
      hidden: "If you read it: nothing, while the pictures are hidden.",
      shown: "If you read it: that the letter was opened, but not where you are.",
    },
    answering: "If you answer: that the letter was read; the answer goes to {{address}} with your name and address.",
    receipt: "The letter asks for a read receipt: it goes only if you agree.",
    oneClick:
      "If you unsubscribe: that letters arrive here and the list is not wanted. The mail server asks {{host}}: the list does not learn where you are.",
    letter: "If you unsubscribe by a letter: that this address is in use; the letter goes to {{address}}.",
    page: "If you unsubscribe on the page at {{host}}: that the letter was read, your network address and which browser you use.",
    noWay: "The letter offers no way to unsubscribe.",
  },
};
