/** Three-way merges of changes since both sides last agreed. Pure. */
import type { Id, Keyword } from "@pismo/jmap";

/** Applies the other side's changes of `base` to ours. A keyword that both changed is the same on both sides anyway. */
export function mergeKeywords(
  ours: readonly Keyword[],
  base: readonly Keyword[],
  theirs: readonly Keyword[],
): Keyword[] {
  const removed = new Set(base.filter((keyword) => !theirs.includes(keyword)));
  const added = theirs.filter((keyword) => !base.includes(keyword));
  return [...new Set([...ours.filter((keyword) => !removed.has(keyword)), ...added])].sort();
}

/** The other side moved a copy. Where we have moved it as well, ours takes precedence. */
export function mergeMove(ours: readonly Id[], from: Id, to: Id): Id[] {
  if (!ours.includes(from)) return [...ours];
  return [...new Set(ours.map((id) => (id === from ? to : id)))];
}
