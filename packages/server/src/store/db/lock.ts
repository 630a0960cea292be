/** Locks of all processes of a store; one that dies holds none. */

/** serve: held by the one server of a data directory. setup: the first account is made. sweep: no blob is swept. */
export type LockName =
  | "serve"
  | "setup"
  | "sweep"
  | "files"
  | "newsletters"
  | "transfers"
  | "foreignTransfers"
  | "snooze"
  | "notify"
  | "contacts"
  | "emptying"
  | "facts"
  | "screening"
  | "spam";

/** Gives a lock back. */
export type Release = () => unknown;
