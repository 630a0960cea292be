/** Making, changing and removing labels. */
import { type Id, type LabelFace, LABELS, SetFailure, type SetError } from "@pismo/jmap";
import { loadSearchLanguage } from "../search/search-terms.ts";
import { getLabels, getLabelsCapability } from "./labels.ts";
import { getAccount, putAccountCapability, request } from "../session/session.ts";
import { commitSelection } from "../sync/commit-selection.ts";
import { loadLabels } from "./label-counts.ts";

export type LabelValues = Omit<LabelFace, "id" | "keyword">;

const failure = (error: SetError | undefined): SetFailure => new SetFailure(error ?? { type: "invalidProperties" });

function put(accountId: Id, labels: LabelFace[]): void {
  const before = getLabelsCapability();
  if (before && accountId === getAccount().accountId) putAccountCapability(accountId, LABELS, { ...before, labels });
}

/** @throws SetFailure, and what the request throws */
export async function createLabel(values: LabelValues & { keyword?: string; id?: Id }): Promise<LabelFace> {
  const { accountId } = getAccount();
  const set = await request((calls) => calls.call("Label/set", { accountId, create: { label: values } }));
  const { created, notCreated } = set.result();
  const made = created?.["label"];
  if (!made?.id || made.keyword === undefined) throw failure(notCreated?.["label"]);
  const label = { ...values, id: made.id, keyword: made.keyword };
  // The news of it may have come first.
  put(accountId, [...getLabels().filter(({ id }) => id !== label.id), label]);
  loadLabels();
  return label;
}

/** @throws SetFailure, and what the request throws */
export async function updateLabel(id: Id, values: Partial<LabelValues>): Promise<void> {
  const { accountId } = getAccount();
  const set = await request((calls) => calls.call("Label/set", { accountId, update: { [id]: values } }));
  const failed = set.result().notUpdated?.[id];
  if (failed) throw failure(failed);
  const labels = getLabels().map((label) => (label.id === id ? { ...label, ...values } : label));
  put(accountId, labels);
}

/**
 * Takes the label from every Email, and then away.
 * @returns what brings both back
 * @throws SetFailure, and what the requests throw
 */
export async function removeLabel(label: LabelFace): Promise<() => Promise<void>> {
  const { accountId } = getAccount();
  const { id, ...values } = label;
  const under = getLabels().filter(({ parentId }) => parentId === id);
  // In every folder, trash and spam too.
  const query = { folder: "all", label: id, q: "in:anywhere" };
  await loadSearchLanguage();
  const { undo } = await commitSelection(
    { kind: "all", query, except: new Set(), total: 0 },
    { kind: "keyword", keyword: label.keyword, isSet: false },
    { keepsSelection: true },
  );
  const set = await request((calls) => calls.call("Label/set", { accountId, destroy: [id] }));
  const failed = set.result().notDestroyed?.[id];
  if (failed && failed.type !== "notFound") throw failure(failed);
  put(
    accountId,
    getLabels()
      .filter((each) => each.id !== id)
      .map((each) => (each.parentId === id ? { ...each, parentId: label.parentId } : each)),
  );
  return async () => {
    // Under its own id, or addresses and searches would lose it; after a restore of the server that is not known.
    const again = await createLabel(label).catch((error: unknown) => {
      if (error instanceof SetFailure) return createLabel(values);
      throw error;
    });
    for (const { id: child } of under) await updateLabel(child, { parentId: again.id });
    undo?.();
    loadLabels();
  };
}
