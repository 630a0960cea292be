/** Which accounts have a label: of several together those that have it under the same name. */
import { allAccountsOf, type Id, type LabelFace, labelKey } from "@pismo/jmap";
import { useMemo } from "react";
import { shownAccounts, useShowsAllAccounts } from "../session/all-accounts.ts";
import { getAccount, getSession } from "../session/session.ts";
import { joined } from "./label-tree.ts";
import { getLabelsCapability, useLabels } from "./labels.ts";

export interface LabelPlace {
  accountId: Id;
  /** As this account has it, with its own ids. */
  face: LabelFace;
  /** All of this account. */
  faces: readonly LabelFace[];
}

/** The accounts whose labels are shown: one, or several together, those at other servers last. */
export function labelAccounts(): Id[] {
  const own = shownAccounts();
  const members = allAccountsOf(getSession(), getAccount().accountId)?.members ?? [];
  return [...own, ...members.flatMap(({ id }) => (own.includes(id) ? [] : [id]))];
}

export const placesOfLabel = (label: Pick<LabelFace, "keyword" | "name">): LabelPlace[] =>
  labelAccounts().flatMap((accountId) => {
    const faces = getLabelsCapability(accountId)?.labels ?? [];
    const face = faces.find((each) => labelKey(each) === labelKey(label));
    return face ? [{ accountId, face, faces }] : [];
  });

/** Of several accounts together each once. */
export function useShownLabels(): readonly LabelFace[] {
  const all = useLabels();
  const isTogether = useShowsAllAccounts();
  return useMemo(() => (isTogether ? joined(all) : all), [all, isTogether]);
}

/**
 * The parent that is named in the shown list, as another account has it.
 * @returns undefined: it has none of that keyword
 */
export function parentIn(
  { faces, face }: LabelPlace,
  parentId: Id | null,
  shown: readonly LabelFace[],
): Id | null | undefined {
  if (parentId === null) return null;
  const keyword = shown.find(({ id }) => id === parentId)?.keyword;
  return faces.find((each) => each.keyword === keyword && each.id !== face.id)?.id;
}
