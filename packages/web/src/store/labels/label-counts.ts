/** The account's labels as the server has them now, with their counts. */
import { type Id, type Label, type LabelFace, LABELS } from "@pismo/jmap";
import { getLabelsCapability } from "./labels.ts";
import { getAccount, putAccountCapability, request, subscribeToSession } from "../session/session.ts";
import { createSignal, useSignal } from "../signal.ts";
import { coalesce } from "../sync/coalesce.ts";
import { onNews } from "../sync/news.ts";

type Counts = ReadonlyMap<Id, Pick<Label, "totalEmails" | "unreadEmails">>;

const counts = createSignal<Counts>(new Map());

const faceOf = ({ id, keyword, name, color, parentId }: Label): LabelFace => ({ id, keyword, name, color, parentId });

/** Asks for them: they, or their Emails, have changed. */
export const loadLabels = coalesce(async () => {
  const { accountId } = getAccount();
  const before = getLabelsCapability();
  if (!before) return counts.set(new Map());
  const get = await request((calls) => calls.call("Label/get", { accountId, ids: null }));
  if (accountId !== getAccount().accountId) return;
  const list = get.result().list as Label[];
  const labels = list.map(faceOf);
  if (JSON.stringify(labels) !== JSON.stringify(before.labels)) {
    putAccountCapability(accountId, LABELS, { ...before, labels });
  }
  counts.set(new Map(list.map(({ id, totalEmails, unreadEmails }) => [id, { totalEmails, unreadEmails }])));
});

/** Follows the shown account's labels. @returns a function that ends it */
export function followLabels(): () => void {
  let shown = getAccount().accountId;
  const stops = [
    onNews((changed) => {
      if (!changed || changed[getAccount().accountId]?.Label !== undefined) loadLabels();
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
