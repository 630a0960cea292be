/** Bounds on scripts and on what they do: anyone with a token may store one, and it runs for each letter. */

/** Characters of a script. */
export const MAX_SCRIPT = 256 * 1024;
/** Of blocks and of tests, each. */
export const MAX_NESTING = 32;
/** Octets of a variable's value (RFC 5229 §6 asks for 4000); a longer one is cut. */
export const MAX_VALUE_BYTES = 4096;
export const MAX_VARIABLES = 255;
export const MAX_VARIABLE_NAME = 64;
/** The last of the numbered variables (RFC 5229 §6 asks for 9). */
export const MAX_MATCH_VARIABLE = 32;
/** Folders in which one letter is put. */
export const MAX_ACTIONS = 32;
/** People to whom one letter is sent on (RFC 5228 §2.10.5). */
export const MAX_REDIRECTS = 4;
/** RFC 5228 §2.10.4: a number has 31 bits. */
export const MAX_NUMBER = 2 ** 31 - 1;
/** Keywords of one letter. */
export const MAX_FLAGS = 64;
/** Changes of the header of one letter. */
export const MAX_EDITS = 32;
/** Header fields of a letter that scripts look at, and parts: the first ones. */
export const MAX_FIELDS = 10_000;
export const MAX_PARTS = 1000;
/** Of MAX_WORK, what comparing two texts takes, however short they are. */
export const COMPARISON = 50;
/** Characters that a script may look at, compared or copied: some tenths of a second. */
export const MAX_WORK = 20_000_000;
