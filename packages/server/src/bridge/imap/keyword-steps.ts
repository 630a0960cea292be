import type { Id, Keyword } from "@pismo/jmap";
import type { PlacedMessage } from "../../store/imap-messages.ts";
import type { Step } from "./difference.ts";
import { storable } from "./flags.ts";

/** What has to be done so that copies have these keywords. */
export const keywordSteps = (
  keywords: readonly Keyword[],
  copies: readonly PlacedMessage[],
  flagsOf: (mailboxId: Id) => readonly string[],
): Step[] =>
  copies.flatMap((at): Step[] => {
    const wanted = storable(keywords, flagsOf(at.mailboxId));
    const add = wanted.filter((keyword) => !at.keywords.includes(keyword));
    const remove = at.keywords.filter((keyword) => !keywords.includes(keyword));
    return add.length + remove.length > 0 ? [{ kind: "flags", at, add, remove }] : [];
  });
