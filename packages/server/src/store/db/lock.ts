/** Locks of all processes of a store; one that dies holds none. */

/**
 * serve: held by the one server of a data directory. setup: the first account is made. sweep: no blob is swept. jobs: held by
 * the process that does what one alone may do (locked-job.ts).
 */
export type LockName = "serve" | "setup" | "sweep" | "emptying" | "jobs";

/** Gives a lock back. */
export interface Release {
  (): unknown;
  /** Whether it has ended by itself, with its connection. */
  isLost?(): boolean;
}
