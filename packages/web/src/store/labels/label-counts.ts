/** The labels of what is shown as the server has them now, with their counts. */
import { ALL_ACCOUNTS_ID, type Id, type Label, type LabelFace, labelKey, LABELS, type StateChange } from "@pismo/jmap";
import { pacedCount } from "./count-pause.ts";
import { isKeptHere } from "./kept-here.ts";
import { labelAccounts } from "./label-places.ts";
import { getLabelsCapability, shownLabelId } from "./labels.ts";
import { isAllAccounts } from "../session/all-accounts.ts";
import {
  getAccount,
  getSession,
  putAccountCapability,
  request,
  serverOf,
  subscribeToSession,
} from "../session/session.ts";
import { createSignal, useSignal } from "../signal.ts";
import { onNews } from "../sync/news.ts";

type Counts = ReadonlyMap<Id, Pick<Label, "totalEmails" | "unreadEmails">>;

const counts = createSignal<Counts>(new Map());

const faceOf = ({ id, keyword, name, color, parentId }: Label): LabelFace => ({ id, keyword, name, color, parentId });

/** Of several accounts together, what is one label is counted together. */
function countsOf(labels: readonly Label[]): Counts {
  const sums = new Map<string, { totalEmails: number; unreadEmails: number }>();
  for (const label of labels) {
    const sum = sums.get(labelKey(label)) ?? { totalEmails: 0, unreadEmails: 0 };
    sum.totalEmails += label.totalEmails;
    sum.unreadEmails += label.unreadEmails;
    sums.set(labelKey(label), sum);
  }
  return new Map(labels.map((label) => [label.id, sums.get(labelKey(label))!]));
}

/** @returns undefined: its server is away @throws what the request throws, of our own server */
async function labelsOf(accountId: Id): Promise<Label[] | undefined> {
  try {
    const get = await request((calls) => calls.call("Label/get", { accountId, ids: null }));
    return get.result().list as Label[];
  } catch (error) {
    if (serverOf(accountId) === "" || accountId === getAccount().accountId) throw error;
    return undefined;
  }
}

/** As each account gave them last. */
let known: { shown: Id; labels: Map<Id, Label[]> } = { shown: "", labels: new Map() };

const count = pacedCount(async () => {
  const shown = getAccount().accountId;
  if (known.shown !== shown) known = { shown, labels: new Map() };
  const { labels } = known;
  const accountIds = labelAccounts();
  const show = (): void => counts.set(countsOf(accountIds.flatMap((id) => labels.get(id) ?? [])));
  for (const accountId of accountIds) {
    const before = getLabelsCapability(accountId);
    if (!before) continue;
    // Those of our server do not wait for another.
    if (serverOf(accountId) !== "") show();
    const list = await labelsOf(accountId);
    if (shown !== getAccount().accountId) return;
    if (!list) continue;
    const faces = list.map(faceOf);
    if (JSON.stringify(faces) !== JSON.stringify(before.labels)) {
      putAccountCapability(accountId, LABELS, { ...before, labels: faces });
    }
    const named = list.map((label) => ({ ...label, id: shownLabelId(getSession(), accountId, label.id) }));
    labels.set(accountId, accountId === shown ? list : named);
  }
  show();
});

/** Asks for them: they, or their Emails, have changed. */
export const loadLabels = count.now;

/** What changes at other servers is told as a change of all accounts together. */
function follow(changed: StateChange["changed"]): void {
  const accountIds = labelAccounts();
  const isTogether = isAllAccounts(getAccount());
  const haveEmailsChanged = (id: Id): boolean =>
    changed[isTogether && serverOf(id) !== "" ? ALL_ACCOUNTS_ID : id]?.Email !== undefined && !!getLabelsCapability(id);
  if (accountIds.some((id) => changed[id]?.Label !== undefined)) loadLabels();
  else if (accountIds.some((id) => haveEmailsChanged(id) && isKeptHere(id, LABELS))) count.soon();
  else if (isTogether && accountIds.some((id) => serverOf(id) !== "" && haveEmailsChanged(id))) loadLabels();
}

/** Follows the labels of the account that is shown, or of several. @returns a function that ends it */
export function followLabels(): () => void {
  let shown = getAccount().accountId;
  const stops = [
    onNews((changed) => {
      if (changed) follow(changed);
      else loadLabels();
    }),
    subscribeToSession(() => {
      if (shown === (shown = getAccount().accountId)) return;
      loadLabels();
    }),
  ];
  loadLabels();
  return () => stops.forEach((stop) => stop());
}

export const useLabelCounts = (): Counts => useSignal(counts);
