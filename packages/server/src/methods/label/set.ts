import {
  applyPatch,
  type Id,
  type Label,
  labelColors,
  type LabelFace,
  LABELS,
  MAX_LABEL_NAME,
  MethodError,
  SetFailure,
} from "@pismo/jmap";
import {
  assertPlace,
  destroyLabels,
  getLabels,
  insertLabels,
  listLabels,
  newLabel,
  newLabelId,
  removedLabelIds,
  storeLabels,
} from "../../store/labels/labels.ts";
import type { Transactor } from "../../store/db/store.ts";
import { type Check, checkArguments, id, nullable, string } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { inBatch } from "../standard/batch.ts";
import { assertRecord, checkedRecord, type Creation, setShape, standardSet, type Update } from "../standard/set.ts";
import { shownName } from "./shown-name.ts";

const color: Check = (value, name) => {
  if (!(labelColors as readonly unknown[]).includes(value)) {
    throw new MethodError("invalidArguments", `${name} is one of ${labelColors.join(", ")}`);
  }
};

const changeable = { name: shownName(MAX_LABEL_NAME), color, parentId: nullable(id) };

async function create(accountId: Id, tx: Transactor, records: readonly Creation[], { createdIds }: Call) {
  const all = await listLabels(tx, accountId);
  const named = records.flatMap(([, given]) => (typeof given["id"] === "string" ? [given["id"]] : []));
  const removed = await removedLabelIds(tx, accountId, named);
  return inBatch(
    records,
    async ([creationId, given]) => {
      const parent = given["parentId"];
      const resolved = typeof parent === "string" ? { ...given, parentId: createdIds.resolve(parent) } : given;
      const checks = { ...changeable, keyword: string, id };
      const checked = checkedRecord<LabelFace, "name">(resolved, checks, ["name"]);
      const { name, color: chosen = "gray", parentId = null, keyword, id: former } = checked;
      if (former !== undefined && (!removed.has(former) || all.some((each) => each.id === former)))
        throw new SetFailure({
          type: "invalidProperties",
          properties: ["id"],
          description: "No label that was removed had this id",
        });
      const label = newLabel(all, {
        id: former ?? (await newLabelId(tx, accountId)),
        name: name.trim(),
        color: chosen,
        parentId,
        ...(keyword !== undefined && { keyword }),
      });
      all.push(label);
      // The next one may stand under it.
      createdIds.set(creationId, label.id);
      return label;
    },
    async (labels) => {
      await insertLabels(tx, accountId, labels, removed);
      const ids = labels.map((label) => label.id);
      const made = new Map((await getLabels(tx, accountId, ids)).map((label) => [label.id, label]));
      return ids.map((each) => made.get(each)!);
    },
  );
}

async function update(accountId: Id, tx: Transactor, records: readonly Update[]) {
  const all = await listLabels(tx, accountId);
  const shown = new Map((await getLabels(tx, accountId, null)).map((label) => [label.id, label]));
  return inBatch(
    records,
    ([labelId, patch]) => {
      const before = shown.get(labelId);
      if (!before) throw new SetFailure({ type: "notFound" });
      const after = applyPatch(before, patch, { parentId: null, color: "gray" });
      const changed = Object.entries(after).filter(([key, value]) => value !== before[key as keyof Label]);
      assertRecord(Object.fromEntries(changed), changeable);
      const { keyword } = before;
      const label = { id: labelId, keyword, name: after.name.trim(), color: after.color, parentId: after.parentId };
      assertPlace(all, label);
      // The next one is checked against it.
      all.splice(
        all.findIndex((each) => each.id === labelId),
        1,
        label,
      );
      return label;
    },
    async (labels) => {
      await storeLabels(tx, accountId, labels);
      return labels.map(() => null);
    },
  );
}

async function destroy(accountId: Id, tx: Transactor, ids: readonly Id[]) {
  const all = await listLabels(tx, accountId);
  return inBatch(
    ids,
    (labelId) => {
      if (!all.some((each) => each.id === labelId)) throw new SetFailure({ type: "notFound" });
      return labelId;
    },
    async (doomed) => {
      await destroyLabels(tx, accountId, all, new Set(doomed));
      return doomed.map(() => true as const);
    },
  );
}

/** Label/set: as RFC 8620 §5.3. */
export const set: Method<"Label/set"> = {
  capability: LABELS,
  parse: (args) => checkArguments(setShape<Label>(), args),
  run(args, call) {
    const { accountId } = args;
    return standardSet<Label>(args, call, "Label", {
      create: (tx, records) => create(accountId, tx, records, call),
      update: (tx, records) => update(accountId, tx, records),
      destroy: (tx, ids) => destroy(accountId, tx, ids),
    });
  },
};
