/** Which of two letters about one event counts (RFC 5546 §2.1.5). Pure. */
import type { EventRevision } from "@pismo/jmap/ical";
import type { KnownSender } from "./known-sender.ts";

export interface LetterRevision extends Omit<EventRevision, "uid"> {
  /** The letter's key. */
  emailId: number;
  /** Who wrote the letter, as addressKey writes it. */
  author: string;
  sender: KnownSender;
}

const isProven = ({ sender }: LetterRevision): boolean => sender === "verified" || sender === "own";

/**
 * The name of an organizer in a calendar proves nothing, and anyone who is invited too knows the UID: who changes the event
 * is its organizer, or wrote the letter that asks, and is proven wherever that one is.
 */
function mayChange(other: LetterRevision, own: LetterRevision): boolean {
  const isTheirs = other.author === own.organizer || other.author === own.author;
  const isBelieved = other.sender !== "refused" && (isProven(other) || !isProven(own));
  return other.organizer === own.organizer && isTheirs && isBelieved;
}

const isLater = (one: LetterRevision, other: LetterRevision): boolean =>
  one.sequence === other.sequence ? one.stamp > other.stamp : one.sequence > other.sequence;

/** Some programs count no further when they call an event off. Of a series and one of its times the numbers differ. */
const callsOff = (off: LetterRevision, known: LetterRevision): boolean =>
  off.stamp >= known.stamp || (off.recurrenceId === known.recurrenceId && off.sequence > known.sequence);

/**
 * @param others of the same UID, in other letters
 * @returns what counts in place of `own`; undefined: nothing does
 */
export function supersederOf(own: LetterRevision, others: readonly LetterRevision[]): LetterRevision | undefined {
  const known = others.filter((other) => mayChange(other, own));
  const isSameTime = ({ recurrenceId }: LetterRevision): boolean => recurrenceId === own.recurrenceId;
  const newest = known
    .filter((other) => !other.isCancelled && isSameTime(other))
    .reduce((best, other) => (isLater(other, best) ? other : best), own);
  const off = known.find(
    (other) => other.isCancelled && (isSameTime(other) || other.recurrenceId === null) && callsOff(other, newest),
  );
  return off ?? (newest === own ? undefined : newest);
}
