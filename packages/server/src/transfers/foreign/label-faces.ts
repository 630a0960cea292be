/** Labels as another JMAP server gives them: they may be made here, so that nothing of them is taken on trust. Pure. */
import { characters, isLabelKeyword, labelColors, type LabelFace, MAX_LABEL_NAME, MAX_LABELS } from "@pismo/jmap";

const isName = (name: unknown): name is string =>
  typeof name === "string" && name.trim() !== "" && characters(name) <= MAX_LABEL_NAME && !/\p{Cc}/u.test(name);

function faceIn(given: unknown): LabelFace[] {
  const { id, keyword, name, color, parentId } = (given ?? {}) as Partial<Record<keyof LabelFace, unknown>>;
  if (typeof id !== "string" || typeof keyword !== "string" || !isLabelKeyword(keyword) || !isName(name)) return [];
  return [
    {
      id,
      keyword,
      name: name.trim(),
      color: labelColors.find((known) => known === color) ?? "gray",
      parentId: typeof parentId === "string" ? parentId : null,
    },
  ];
}

/** @param list of Label/get; what is no label of ours is left out */
export const labelFaces = (list: unknown): LabelFace[] =>
  Array.isArray(list) ? list.slice(0, MAX_LABELS).flatMap(faceIn) : [];
