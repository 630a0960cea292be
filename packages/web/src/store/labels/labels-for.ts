/** Which labels a selection can be given: of several accounts those that each of them has. Pure. */
import {
  type AllAccountsCapability,
  type Id,
  type LabelFace,
  labelKey,
  LABELS,
  type LabelsCapability,
  memberOf,
  type Session,
} from "@pismo/jmap";

export interface OfferedLabels {
  labels: readonly LabelFace[];
  /** Some labels are not in all of these accounts. */
  isPartial: boolean;
}

const isIn = (own: readonly LabelFace[], label: LabelFace): boolean =>
  own.some((face) => labelKey(face) === labelKey(label));

/** @param emailIds none: of all accounts */
export function labelsForAll(
  emailIds: readonly Id[],
  session: Pick<Session, "accounts"> | undefined,
  { members }: AllAccountsCapability,
): OfferedLabels {
  const owners = new Set(emailIds.map((id) => memberOf(id)?.accountId));
  const concerned = members.filter(({ id }) => owners.size === 0 || owners.has(id));
  const faces = concerned.map(({ id }) => {
    const capability = session?.accounts[id]?.accountCapabilities[LABELS] as LabelsCapability | undefined;
    return capability?.labels ?? [];
  });
  const [first = [], ...others] = faces;
  const labels = first.filter((face) => others.every((own) => isIn(own, face)));
  return { labels, isPartial: faces.some((own) => own.some((face) => !isIn(labels, face))) };
}
