/** Labels in the order in which people see them. Pure. */
import { type Id, type LabelFace, labelKey } from "@pismo/jmap";

export interface LabelLine {
  label: LabelFace;
  /** 0 at the top. */
  depth: number;
  /** With those that it stands under: "Work / Project". */
  path: string;
}

/** The tree as lines from top to bottom, each level by name. */
export function labelLines(labels: readonly LabelFace[]): LabelLine[] {
  const collator = new Intl.Collator(["ru", "en"], { numeric: true });
  const ids = new Set(labels.map(({ id }) => id));
  const linesUnder = (parent: Id | null, depth: number, above: string): LabelLine[] =>
    labels
      .filter(({ parentId }) => (parentId !== null && ids.has(parentId) ? parentId : null) === parent)
      .toSorted((a, b) => collator.compare(a.name, b.name))
      .flatMap((label) => {
        const path = above + label.name;
        return [{ label, depth, path }, ...linesUnder(label.id, depth + 1, `${path} / `)];
      });
  return linesUnder(null, 0, "");
}

/** As paths are written: "work/ Tax" is "work / tax". */
export const pathWords = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .split("/")
    .map((name) => name.trim())
    .join(" / ");

/**
 * Where a label of a typed name belongs: what stands before the last slash is the path of the label above it. Where there is
 * no such label, none is made: the slash is part of the name.
 */
export function placeOfTyped(labels: readonly LabelFace[], typed: string): Pick<LabelFace, "name" | "parentId"> {
  const at = typed.lastIndexOf("/");
  const above = pathWords(typed.slice(0, Math.max(at, 0)));
  const name = typed.slice(at + 1).trim();
  const parent = name === "" ? undefined : labelLines(labels).find(({ path }) => pathWords(path) === above);
  return parent ? { name, parentId: parent.label.id } : { name: typed.trim(), parentId: null };
}

/** Of several accounts' labels those that are one: the first of them stands for all. */
export function joined(labels: readonly LabelFace[]): LabelFace[] {
  const first = new Map<string, LabelFace>();
  for (const label of labels) if (!first.has(labelKey(label))) first.set(labelKey(label), label);
  const ids = new Map(labels.map((label) => [label.id, first.get(labelKey(label))!.id]));
  return [...first.values()].map((label) => ({ ...label, parentId: ids.get(label.parentId ?? "") ?? null }));
}

/** A label and all that stand under it. */
export function idsUnder(labels: readonly LabelFace[], id: Id): Set<Id> {
  const found = new Set([id]);
  for (let size = 0; size < found.size;) {
    size = found.size;
    for (const label of labels) if (label.parentId !== null && found.has(label.parentId)) found.add(label.id);
  }
  return found;
}
