/** What a calendar part tells of one time at which people meet. */
export interface Appointment {
  /** The same in all letters about it; empty where the calendar gives none. */
  uid: string;
  /** How often it was changed. */
  sequence: number;
  /** Of a repeated one, which time it is: minutes; null: the only time, or what is said of all. */
  instance: number | null;
  title: string;
  /** A day or a local time; null: it does not take place, or `instance` tells of each. */
  at: string | null;
  /** A name of IANA's, or an offset. */
  timeZone: string | null;
}

/** Which state of an event a calendar part tells of: of two, the one that counts is known by these (RFC 5546 §2.1.5). */
export interface EventRevision {
  uid: string;
  /** The address of who asks, as addressKey writes it. */
  organizer: string;
  /** Which of a repeated event, as `recurrenceIdOf` writes it; null: all of them, or the only one. */
  recurrenceId: string | null;
  /** How often it was changed. */
  sequence: number;
  /** When this was written (DTSTAMP), in milliseconds. */
  stamp: number;
  isCancelled: boolean;
}
