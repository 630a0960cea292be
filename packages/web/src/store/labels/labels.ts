/** The account's labels: their names and colours come with the session, and follow the server by push. */
import {
  allAccountsOf,
  type EmailFilterCondition,
  type Filter,
  type Id,
  idOfMember,
  type Keyword,
  type LabelFace,
  labelKey,
  LABELS,
  type LabelsCapability,
  memberOf,
  remoteAccountOf,
  type Session,
} from "@pismo/jmap";
import { getAccount, getSession, useSessionState } from "../session/session.ts";

const none: readonly LabelFace[] = [];

const givenBy = (session: ReturnType<typeof getSession>, accountId: Id): LabelsCapability | undefined =>
  session?.accounts[accountId]?.accountCapabilities[LABELS] as LabelsCapability | undefined;

/** Of the shown account unless another is named; undefined where its server keeps none. */
export const getLabelsCapability = (accountId = getAccount().accountId): LabelsCapability | undefined =>
  givenBy(getSession(), accountId);

export const useLabelsCapability = (): LabelsCapability | undefined =>
  useSessionState(({ session, account }) => givenBy(session, account.accountId));

let together: { of: Session | undefined; faces: readonly LabelFace[] } = { of: undefined, faces: none };
const named = new WeakMap<readonly LabelFace[], readonly LabelFace[]>();

/** Of several accounts together, as they name it: at other servers ids may be equal. */
export const shownLabelId = (session: Session | undefined, accountId: Id, id: Id): Id =>
  remoteAccountOf(session, accountId) ? idOfMember(accountId, id) : id;

/** The same array until one changes. */
function namedIn(session: Session | undefined, accountId: Id): readonly LabelFace[] {
  const faces = givenBy(session, accountId)?.labels ?? none;
  const known = named.get(faces);
  if (known || !remoteAccountOf(session, accountId)) return known ?? faces;
  const idIn = (id: Id): Id => shownLabelId(session, accountId, id);
  const all = faces.map((face) => ({ ...face, id: idIn(face.id), parentId: face.parentId && idIn(face.parentId) }));
  named.set(faces, all);
  return all;
}

/** The same array until one changes. Of several accounts together those of each. */
function facesIn(session: Session | undefined, accountId: Id): readonly LabelFace[] {
  const { members } = allAccountsOf(session, accountId) ?? {};
  if (!members) return givenBy(session, accountId)?.labels ?? none;
  if (together.of !== session) together = { of: session, faces: members.flatMap(({ id }) => namedIn(session, id)) };
  return together.faces;
}

export const getLabels = (): readonly LabelFace[] => facesIn(getSession(), getAccount().accountId);

export const useLabels = (): readonly LabelFace[] =>
  useSessionState(({ session, account }) => facesIn(session, account.accountId));

/** Those of the account that has an Email, as what is shown names them. */
export const useLabelsFor = (emailId: Id): readonly LabelFace[] =>
  useSessionState(({ session, account }) => {
    const owner = memberOf(emailId)?.accountId ?? account.accountId;
    return (allAccountsOf(session, account.accountId) ? namedIn : facesIn)(session, owner);
  });

/** What Emails with a label meet; of several accounts together not in those where the keyword is another label. */
export function labelConditions(id: Id): Filter<EmailFilterCondition>[] | undefined {
  const label = getLabels().find((each) => each.id === id);
  if (!label) return undefined;
  const session = getSession();
  const isOther = (face: LabelFace): boolean => face.keyword === label.keyword && labelKey(face) !== labelKey(label);
  const others = (allAccountsOf(session, getAccount().accountId)?.members ?? []).filter((member) =>
    givenBy(session, member.id)?.labels.some(isOther),
  );
  return [
    { hasKeyword: label.keyword },
    ...others.map((member) => ({ operator: "NOT" as const, conditions: [{ inAccount: member.id }] })),
  ];
}

export const labelKeyword = (id: Id): Keyword | undefined => getLabels().find((label) => label.id === id)?.keyword;
