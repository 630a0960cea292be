/** Beside snooze.ts, of which the first code of a page needs the other names: this one is for what loads later. */

/** The keyword of an Email that has come to the inbox because nothing answered it, until it is moved. */
export const UNANSWERED = "pismo-unanswered";
