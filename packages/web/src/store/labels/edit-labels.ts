/** Making, changing and removing labels. */
import { ALL_ACCOUNTS_ID, type Id, type LabelFace, LABELS, SetFailure, type SetError } from "@pismo/jmap";
import { loadSearchLanguage } from "../search/search-terms.ts";
import { getLabels, getLabelsCapability } from "./labels.ts";
import { type AccountInfo, getAccount, getAccounts, putAccountCapability, request } from "../session/session.ts";
import type { Done } from "../sync/commit-emails.ts";
import { commitSelection } from "../sync/commit-selection.ts";
import { loadLabels } from "./label-counts.ts";
import { type LabelPlace, parentIn, placesOfLabel } from "./label-places.ts";

export type LabelValues = Omit<LabelFace, "id" | "keyword">;

const failure = (error: SetError | undefined): SetFailure => new SetFailure(error ?? { type: "invalidProperties" });

function put(accountId: Id, change: (labels: readonly LabelFace[]) => LabelFace[]): void {
  const before = getLabelsCapability(accountId);
  if (before) putAccountCapability(accountId, LABELS, { ...before, labels: change(before.labels) });
}

/** @throws SetFailure, and what the request throws */
export async function createLabel(
  values: LabelValues & { keyword?: string; id?: Id },
  { accountId }: Pick<AccountInfo, "accountId"> = getAccount(),
): Promise<LabelFace> {
  const set = await request((calls) => calls.call("Label/set", { accountId, create: { label: values } }));
  const { created, notCreated } = set.result();
  const made = created?.["label"];
  if (!made?.id || made.keyword === undefined) throw failure(notCreated?.["label"]);
  const label = { ...values, id: made.id, keyword: made.keyword };
  // The news of it may have come first.
  put(accountId, (labels) => [...labels.filter(({ id }) => id !== label.id), label]);
  loadLabels();
  return label;
}

/** In each account that has it. @throws SetFailure, and what the requests throw */
export async function updateLabel(label: LabelFace, values: Partial<LabelValues>): Promise<void> {
  const shown = getLabels();
  const places = placesOfLabel(label);
  // Another tab has removed it.
  if (places.length === 0) throw failure({ type: "notFound" });
  for (const place of places) {
    const parentId = values.parentId === undefined ? undefined : parentIn(place, values.parentId, shown);
    const { parentId: _, ...others } = values;
    await updateIn(place, { ...others, ...(parentId !== undefined && { parentId }) });
  }
}

/** @throws SetFailure, and what the request throws */
async function updateIn(
  { accountId, face: { id } }: Pick<LabelPlace, "accountId" | "face">,
  values: Partial<LabelValues>,
): Promise<void> {
  const set = await request((calls) => calls.call("Label/set", { accountId, update: { [id]: values } }));
  const failed = set.result().notUpdated?.[id];
  if (failed) throw failure(failed);
  put(accountId, (labels) => labels.map((label) => (label.id === id ? { ...label, ...values } : label)));
}

/**
 * In every folder, trash and spam too. Of several accounts together in those that have the label: at another server its
 * keyword is that of another label.
 */
function searchesOf(places: readonly LabelPlace[]): string[] {
  if (getAccount().accountId !== ALL_ACCOUNTS_ID) return ["in:anywhere"];
  const having = new Set(places.map(({ accountId }) => accountId));
  return getAccounts().flatMap(({ accountId, email }) =>
    having.has(accountId) ? [`in:anywhere account:"${email}"`] : [],
  );
}

/**
 * Takes the label from every Email, and then away, in each account that has it.
 * @returns what brings both back
 * @throws SetFailure, and what the requests throw
 */
export async function removeLabel(label: LabelFace): Promise<() => Promise<void>> {
  const places = placesOfLabel(label);
  await loadSearchLanguage();
  const undos: Done["undo"][] = [];
  for (const q of searchesOf(places)) {
    const { undo } = await commitSelection(
      { kind: "all", query: { folder: "all", label: label.id, q }, except: new Set(), total: 0 },
      { kind: "keyword", keyword: label.keyword, isSet: false },
      { keepsSelection: true },
    );
    undos.push(undo);
  }
  for (const place of places) await removeIn(place);
  return async () => {
    for (const undo of undos) undo?.();
    try {
      await inTurn(places, bringBack);
    } finally {
      loadLabels();
    }
  };
}

/** @throws SetFailure, and what the request throws */
async function removeIn({ accountId, face: { id, parentId } }: LabelPlace): Promise<void> {
  const set = await request((calls) => calls.call("Label/set", { accountId, destroy: [id] }));
  const failed = set.result().notDestroyed?.[id];
  if (failed && failed.type !== "notFound") throw failure(failed);
  put(accountId, (labels) =>
    labels.filter((each) => each.id !== id).map((each) => (each.parentId === id ? { ...each, parentId } : each)),
  );
}

async function labelsAt(accountId: Id): Promise<LabelFace[]> {
  const get = await request((calls) => calls.call("Label/get", { accountId, ids: null }));
  return get.result().list as LabelFace[];
}

/** What stands above the label now: labels above it may have been removed since. */
function aboveOf({ face, faces }: LabelPlace, now: readonly LabelFace[]): Id | null {
  const isThere = (id: Id): boolean => now.some((label) => label.id === id);
  let above = face.parentId;
  while (above !== null && !isThere(above)) above = faces.find(({ id }) => id === above)?.parentId ?? null;
  return above;
}

/**
 * With those that stood under it and are where its removal put them: of the others one was removed since, or moved.
 * @throws SetFailure, and what the requests throw, when all else is done
 */
async function bringBack(place: LabelPlace): Promise<void> {
  const { accountId, faces } = place;
  const now = await labelsAt(accountId);
  const above = aboveOf(place, now);
  const { id, ...values } = { ...place.face, parentId: above };
  const again =
    now.find(({ keyword }) => keyword === values.keyword) ??
    // Under its own id, or addresses and searches would lose it; after a restore of the server that is not known.
    (await createLabel({ id, ...values }, { accountId }).catch((error: unknown) => {
      if (error instanceof SetFailure) return createLabel(values, { accountId });
      throw error;
    }));
  const children = faces.filter(({ parentId }) => parentId === id);
  const moved = children.flatMap(
    (child) => now.find((label) => label.id === child.id && label.parentId === above) ?? [],
  );
  await inTurn(moved, async (face) => {
    try {
      await updateIn({ accountId, face }, { parentId: again.id });
    } catch (error) {
      if (!(error instanceof SetFailure) || error.error.type !== "notFound") throw error;
    }
  });
}

/** One after the other, all of them. @throws the first of what they throw */
async function inTurn<T>(all: readonly T[], step: (one: T) => Promise<void>): Promise<void> {
  const errors: unknown[] = [];
  for (const one of all) await step(one).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}
