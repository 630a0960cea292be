/** The base subject of RFC 5256 §2.1: without "Re:", "Fwd:", "[list]", "(fwd)", and their forms in other languages. */

const reply = /^(?:re|fwd?|aw|antw|wg|sv|vs|rv|tr|на|отв|ответ|пер|пересл)(?:\s*\[[^[\]]*\]|\s*\(\d+\))?\s*[:：]\s*/u;
const tag = /^\[[^[\]]*\]\s*/;
const wrapped = /^\[(?:fwd?|пересл): *(.*)\]$/u;

const answer = /^(?:re|aw|antw|sv|vs|rv|на|отв|ответ)(?:\s*\[[^[\]]*\]|\s*\(\d+\))?\s*[:：]/u;
const tags = /^(?:\[[^[\]]*\]\s*)+/;

/** Whether the subject is that of an answer: "Re: …", "[list] Re[2]: …". A forwarded message begins a conversation. */
export const isAnswerSubject = (subject: string): boolean =>
  answer.test(subject.slice(0, 1000).normalize("NFC").toLowerCase().trim().replace(tags, ""));

/** Folded to lower case and single spaces: for comparison, not for display. */
export function baseSubject(subject: string): string {
  let rest = subject.slice(0, 1000).normalize("NFC").toLowerCase().replaceAll(/\s+/g, " ").trim();
  for (;;) {
    const before = rest;
    rest = rest.replace(/(?: ?\(fwd\))+$/, "").trim();
    rest = rest.replace(reply, "");
    const untagged = rest.replace(tag, "");
    // A tag alone is the subject.
    if (untagged !== "") rest = untagged;
    rest = rest.replace(wrapped, "$1");
    if (rest === before) return rest;
  }
}
