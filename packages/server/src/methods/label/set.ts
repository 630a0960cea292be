import {
  applyPatch,
  type Label,
  labelColors,
  type LabelFace,
  LABELS,
  MAX_LABEL_NAME,
  MethodError,
  SetFailure,
} from "@pismo/jmap";
import { destroyLabel, getLabels, insertLabel, updateLabel } from "../../store/labels/labels.ts";
import { type Check, checkArguments, id, nullable, string } from "../checks.ts";
import type { Method } from "../context.ts";
import { assertRecord, checkedRecord, setShape, standardSet } from "../standard/set.ts";
import { shownName } from "./shown-name.ts";

const color: Check = (value, name) => {
  if (!(labelColors as readonly unknown[]).includes(value)) {
    throw new MethodError("invalidArguments", `${name} is one of ${labelColors.join(", ")}`);
  }
};

const changeable = { name: shownName(MAX_LABEL_NAME), color, parentId: nullable(id) };

/** Label/set: as RFC 8620 §5.3. */
export const set: Method<"Label/set"> = {
  capability: LABELS,
  parse: (args) => checkArguments(setShape<Label>(), args),
  run(args, call) {
    const { accountId } = args;
    return standardSet<Label>(args, call, "Label", {
      async create(tx, given) {
        const resolved =
          typeof given["parentId"] === "string"
            ? { ...given, parentId: call.createdIds.resolve(given["parentId"]) }
            : given;
        const checks = { ...changeable, keyword: string };
        const {
          name,
          color: chosen = "gray",
          parentId = null,
          keyword,
        } = checkedRecord<Omit<LabelFace, "id">, "name">(resolved, checks, ["name"]);
        const made = await insertLabel(tx, accountId, {
          name: name.trim(),
          color: chosen,
          parentId,
          ...(keyword !== undefined && { keyword }),
        });
        const [label] = await getLabels(tx, accountId, [made.id]);
        return label!;
      },
      async update(tx, labelId, patch) {
        const [before] = await getLabels(tx, accountId, [labelId]);
        if (!before) throw new SetFailure({ type: "notFound" });
        const after = applyPatch(before, patch, { parentId: null, color: "gray" });
        const changed = Object.entries(after).filter(([key, value]) => value !== before[key as keyof Label]);
        assertRecord(Object.fromEntries(changed), changeable);
        await updateLabel(tx, accountId, { ...after, name: after.name.trim() });
        return null;
      },
      destroy: (tx, labelId) => destroyLabel(tx, accountId, labelId),
    });
  },
};
