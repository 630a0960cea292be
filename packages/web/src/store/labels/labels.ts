/** The account's labels: their names and colours come with the session, and follow the server by push. */
import { type Id, type Keyword, type LabelFace, LABELS, type LabelsCapability } from "@pismo/jmap";
import { getAccount, getSession, useSessionState } from "../session/session.ts";

const none: readonly LabelFace[] = [];

const givenBy = (session: ReturnType<typeof getSession>, accountId: Id): LabelsCapability | undefined =>
  session?.accounts[accountId]?.accountCapabilities[LABELS] as LabelsCapability | undefined;

/** Of the shown account; undefined where its server keeps none. */
export const getLabelsCapability = (): LabelsCapability | undefined => givenBy(getSession(), getAccount().accountId);

export const useLabelsCapability = (): LabelsCapability | undefined =>
  useSessionState(({ session, account }) => givenBy(session, account.accountId));

/** The same array until one changes. */
export const getLabels = (): readonly LabelFace[] => getLabelsCapability()?.labels ?? none;

export const useLabels = (): readonly LabelFace[] =>
  useSessionState(({ session, account }) => givenBy(session, account.accountId)?.labels ?? none);

export const labelKeyword = (id: Id): Keyword | undefined => getLabels().find((label) => label.id === id)?.keyword;
