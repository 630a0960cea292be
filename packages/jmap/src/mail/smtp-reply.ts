/** Maps a server's SMTP reply to one of a few problems that a person can act on. Pure. */

export const sendProblems = [
  "noSuchMailbox",
  "noSuchDomain",
  "badAddress",
  "needsUtf8",
  "mailboxFull",
  "tooLarge",
  "tooMany",
  "spam",
  "notAllowed",
  "signIn",
  "certificate",
  "unreachable",
  "noServer",
  "busy",
  "inDoubt",
  "draftGone",
  "late",
  "other",
] as const;
export type SendProblem = (typeof sendProblems)[number];

/** RFC 3463 §3, RFC 5248 and its registry: subject and detail, whatever the class. */
const byStatus: Readonly<Record<string, SendProblem>> = {
  "1.1": "noSuchMailbox",
  "1.2": "noSuchDomain",
  "1.3": "badAddress",
  "1.6": "noSuchMailbox",
  "1.7": "badAddress",
  "1.8": "notAllowed",
  "1.10": "noSuchMailbox",
  "2.0": "noSuchMailbox",
  "2.1": "noSuchMailbox",
  "2.2": "mailboxFull",
  "2.3": "tooLarge",
  "3.1": "busy",
  "3.2": "busy",
  "3.4": "tooLarge",
  "4.1": "unreachable",
  "4.2": "unreachable",
  "4.3": "unreachable",
  "4.4": "noSuchDomain",
  "4.5": "busy",
  "4.7": "unreachable",
  "5.3": "tooMany",
  "6.7": "needsUtf8",
  "6.9": "needsUtf8",
  "7.8": "signIn",
  "7.9": "signIn",
  "7.20": "spam",
  "7.21": "spam",
  "7.22": "spam",
  "7.23": "spam",
  "7.24": "spam",
  "7.25": "spam",
  "7.26": "spam",
  "7.28": "busy",
};

/** RFC 5321 §4.2.3 and RFC 4954 §6, for servers that give no status. */
const byCode: Readonly<Record<string, SendProblem>> = {
  421: "busy",
  450: "busy",
  451: "busy",
  452: "mailboxFull",
  454: "signIn",
  530: "signIn",
  534: "signIn",
  535: "signIn",
  538: "signIn",
  550: "noSuchMailbox",
  551: "noSuchMailbox",
  552: "mailboxFull",
  553: "badAddress",
};

const words: readonly [RegExp, SendProblem][] = [
  [/PISMO_SMTP_URL/, "noServer"],
  [/cut off while|no answer after/i, "inDoubt"],
  [/certificate|self[- ]signed/i, "certificate"],
];

/** Servers use the codes for "policy" and "other" for much that their text names better. */
const vagueWords: readonly [RegExp, SendProblem][] = [
  [/gr[ae]y-?list/i, "busy"],
  [/\bspam|junk|unsolicited|block(ed|ing|list)|black-?list|reputation|\brbl\b|dnsbl|spf|dkim|dmarc/i, "spam"],
  [/auth\w* (is )?required|password|sign in|log ?in/i, "signIn"],
  [/(mailbox|quota).*(full|exceed)|over ?quota/i, "mailboxFull"],
  [/too (large|big)|size (limit|exceed)|exceeds.* size/i, "tooLarge"],
  [/(no such|unknown|invalid|does ?n.t exist|not found).*(user|mailbox|recipient|address|account)/i, "noSuchMailbox"],
  [
    /(user|mailbox|recipient|address|account).*(unknown|not (exist|found)|does ?n.t exist|unavailable)/i,
    "noSuchMailbox",
  ],
];

const found = (all: readonly [RegExp, SendProblem][], text: string): SendProblem | undefined =>
  all.find(([pattern]) => pattern.test(text))?.[1];

/** @param reply of SMTP, on one line: "550 5.1.1 No such user" */
export function sendProblemOf(reply: string): SendProblem {
  const [, code = "", , status = ""] = /^(\d{3})(?:[ -]([245])\.(\d{1,3}\.\d{1,3})\b)?/.exec(reply) ?? [];
  const plain = found(words, reply);
  if (plain) return plain;
  const isVague = status === "" || /^(0\.0|7\.[01])$/.test(status);
  const said = isVague ? found(vagueWords, reply) : undefined;
  if (said) return said;
  if (status.startsWith("7.")) return byStatus[status] ?? (code.startsWith("4") ? "busy" : "notAllowed");
  return (
    byStatus[status] ??
    (status === "" || status === "0.0" ? byCode[code] : undefined) ??
    (code.startsWith("4") ? "busy" : "other")
  );
}
