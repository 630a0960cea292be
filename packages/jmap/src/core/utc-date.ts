import type { UTCDate } from "./core.ts";

/** In whole seconds: RFC 8620 §1.4. */
export const utcDateOf = (time: Date | number): UTCDate => new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
