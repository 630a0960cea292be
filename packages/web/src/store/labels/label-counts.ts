/** The labels of what is shown as the server has them now, with their counts. */
import { type Id, type Keyword, type Label, type LabelFace, LABELS } from "@pismo/jmap";
import { getLabelsCapability } from "./labels.ts";
import { shownAccounts } from "../session/all-accounts.ts";
import { getAccount, putAccountCapability, request, subscribeToSession } from "../session/session.ts";
import { createSignal, useSignal } from "../signal.ts";
import { coalesce } from "../sync/coalesce.ts";
import { onNews } from "../sync/news.ts";

type Counts = ReadonlyMap<Id, Pick<Label, "totalEmails" | "unreadEmails">>;

const counts = createSignal<Counts>(new Map());

const faceOf = ({ id, keyword, name, color, parentId }: Label): LabelFace => ({ id, keyword, name, color, parentId });

/** Of several accounts together, what has one keyword is counted together. */
function countsOf(labels: readonly Label[]): Counts {
  const sums = new Map<Keyword, { totalEmails: number; unreadEmails: number }>();
  for (const { keyword, totalEmails, unreadEmails } of labels) {
    const sum = sums.get(keyword) ?? { totalEmails: 0, unreadEmails: 0 };
    sum.totalEmails += totalEmails;
    sum.unreadEmails += unreadEmails;
    sums.set(keyword, sum);
  }
  return new Map(labels.map(({ id, keyword }) => [id, sums.get(keyword)!]));
}

/** Asks for them: they, or their Emails, have changed. */
export const loadLabels = coalesce(async () => {
  const shown = getAccount().accountId;
  const found: Label[] = [];
  for (const accountId of shownAccounts()) {
    const before = getLabelsCapability(accountId);
    if (!before) continue;
    const get = await request((calls) => calls.call("Label/get", { accountId, ids: null }));
    if (shown !== getAccount().accountId) return;
    const list = get.result().list as Label[];
    const labels = list.map(faceOf);
    if (JSON.stringify(labels) !== JSON.stringify(before.labels)) {
      putAccountCapability(accountId, LABELS, { ...before, labels });
    }
    found.push(...list);
  }
  counts.set(countsOf(found));
});

/** Follows the labels of the account that is shown, or of several. @returns a function that ends it */
export function followLabels(): () => void {
  let shown = getAccount().accountId;
  const stops = [
    onNews((changed) => {
      if (!changed || shownAccounts().some((id) => changed[id]?.Label !== undefined)) loadLabels();
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
