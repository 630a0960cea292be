/** Locks of all processes of a store; one that dies holds none. */

/** serve: held by a server. sweep: while it is held no blob is swept. */
export type LockName = "serve" | "sweep";

/** Gives a lock back. */
export type Release = () => unknown;
