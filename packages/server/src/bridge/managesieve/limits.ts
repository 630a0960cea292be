/** Bounds on what a ManageSieve server sends: a hostile one must not fill the memory. */

/** Octets of a line without its literals. */
export const MAX_LINE = 64 * 1024;
/** Octets of a literal: a script, or the words about its mistakes. */
export const MAX_LITERAL = 1024 * 1024;
/** Octets of one response, all lines and literals of it. */
export const MAX_RESPONSE = 2 * 1024 * 1024;
/** Octets of all scripts of one account. */
export const MAX_ALL_SCRIPTS = 4 * 1024 * 1024;
/** Lines of one response: scripts that are listed, and capabilities. */
export const MAX_LINES = 1000;
/** Strings and words of one line. */
export const MAX_TOKENS = 64;
/** Challenges of one sign-in. */
export const MAX_CHALLENGES = 4;
/** Rounds of PBKDF2 that a server may ask for, and the fewest that are safe (RFC 7677 §4). */
export const MAX_ITERATIONS = 500_000;
export const MIN_ITERATIONS = 4096;
/** A whole session, whatever drips. */
export const SESSION_MS = 20_000;
/** Until the connection is there: where nothing listens, some networks say nothing. */
export const CONNECT_MS = 5000;
/** Of one account. */
export const MAX_SCRIPTS = 100;
