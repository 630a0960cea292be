import type { Id, Keyword } from "@pismo/jmap";
import type { LocatedCopy } from "../../../store/mirror/imap-copies.ts";
import { storable } from "../pull/flags.ts";

/** One change of an Email's copies on the server. */
export type Step =
  | { kind: "append"; to: Id }
  | { kind: "flags"; at: LocatedCopy; add: Keyword[]; remove: Keyword[] }
  | { kind: "copy" | "move"; at: LocatedCopy; to: Id }
  /** Our copy, beside the one that the server has filed. */
  | { kind: "duplicate"; at: LocatedCopy; filed: LocatedCopy }
  /** unlabel: out of this folder, and nothing else. */
  | { kind: "delete" | "unlabel"; at: LocatedCopy };

/** The steps that give these copies these keywords. */
export const keywordSteps = (
  keywords: readonly Keyword[],
  copies: readonly LocatedCopy[],
  flagsOf: (mailboxId: Id) => readonly string[],
): Step[] =>
  copies.flatMap((at): Step[] => {
    const stored = storable(keywords, flagsOf(at.mailboxId));
    const add = stored.filter((keyword) => !at.keywords.includes(keyword));
    const remove = at.keywords.filter((keyword) => !keywords.includes(keyword));
    return add.length + remove.length > 0 ? [{ kind: "flags", at, add, remove }] : [];
  });
