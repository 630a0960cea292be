/** What has to be done on the server so that a letter is there as it is here. Pure. */
import type { Id, Keyword } from "@pismo/jmap";
import type { Letter, PlacedMessage } from "../../store/imap-messages.ts";
import { keywordSteps } from "./keyword-steps.ts";
import { labelDifference } from "./labels.ts";

export type Step =
  | { kind: "append"; to: Id }
  | { kind: "flags"; at: PlacedMessage; add: Keyword[]; remove: Keyword[] }
  | { kind: "copy" | "move"; at: PlacedMessage; to: Id }
  /** Ours, beside the copy that the server has filed. */
  | { kind: "double"; at: PlacedMessage; kept: PlacedMessage }
  /** unlabel: out of this folder, and nothing else. */
  | { kind: "delete" | "unlabel"; at: PlacedMessage };

/** In the order in which they are to be done; at no moment is the letter nowhere. @param flagsOf flags that a folder keeps */
export function differenceOf(letter: Letter, flagsOf: (mailboxId: Id) => readonly string[]): Step[] {
  const { local, labels, doubles } = letter;
  if (labels) return labelDifference(letter, labels, flagsOf);
  if (!local) return letter.placed.map((at) => ({ kind: "delete", at }));
  const placed = letter.placed.filter(({ mailboxId, uid }) => !isAmong(doubles, mailboxId, uid));
  if (placed.length === 0) return local.mailboxIds.slice(0, 1).map((to) => ({ kind: "append", to }));

  const missing = local.mailboxIds.filter((id) => !placed.some(({ mailboxId }) => mailboxId === id));
  const extra = placed.filter(({ mailboxId }) => !local.mailboxIds.includes(mailboxId));
  const moves = extra.slice(0, missing.length).map((at, index): Step => ({ kind: "move", at, to: missing[index]! }));
  const copies = missing.slice(extra.length).map((to): Step => ({ kind: "copy", at: placed[0]!, to }));
  const doomed = extra.slice(missing.length);
  const flags = keywordSteps(
    local.keywords,
    placed.filter((at) => !doomed.includes(at)),
    flagsOf,
  );
  const ours = doubles.map((at): Step => {
    const kept = placed.find(({ mailboxId }) => mailboxId === at.mailboxId)!;
    return { kind: "double", at, kept };
  });
  return [...flags, ...copies, ...ours, ...moves, ...doomed.map((at): Step => ({ kind: "delete", at }))];
}

const isAmong = (copies: readonly PlacedMessage[], mailboxId: Id, uid: number): boolean =>
  copies.some((copy) => copy.mailboxId === mailboxId && copy.uid === uid);
