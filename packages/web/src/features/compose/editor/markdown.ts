/**
 * Signs that people type where nothing else can be formatted: around words (**bold**, *italic*, _italic_), and at the start of
 * a line for a heading, a list or a quote.
 */
import { InputRule, wrappingInputRule } from "prosemirror-inputrules";
import type { MarkType } from "prosemirror-model";
import { schema } from "./schema.ts";

const { strong, em } = schema.marks;
const { bullet_list, ordered_list, blockquote, heading } = schema.nodes;

/**
 * The sign stands before and behind words: "2 * 3 * 4", "snake_case_name" and "**" alone are what they are.
 * @param isPlain asked when it would be formatted
 */
const ruleFor = (sign: string, mark: MarkType, isPlain: () => boolean): InputRule =>
  new InputRule(
    new RegExp(`(?:^|[\\s(«"])${sign}([^\\s*_](?:[^*_]*[^\\s*_])?)${sign}$`, "u"),
    ({ tr }, match, start, end) => {
      const [all, words] = [match[0], match[1]!];
      if (isPlain()) return null;
      const length = sign.replaceAll("\\", "").length;
      const from = start + all.length - words.length - 2 * length;
      // The last character of the sign is not in the text yet.
      tr.delete(end - (length - 1), end);
      tr.delete(from, from + length);
      tr.addMark(from, from + words.length, mark.create());
      // What is typed behind it is not formatted.
      return tr.removeStoredMark(mark);
    },
  );

/** A line stays where its place is for paragraphs alone, as the first of a list's item. */
const headingRule = (isPlain: () => boolean): InputRule =>
  new InputRule(/^(#{1,3})\s$/, ({ doc, tr }, match, start, end) => {
    const $start = doc.resolve(start);
    const isAllowed = $start.node(-1).canReplaceWith($start.index(-1), $start.indexAfter(-1), heading);
    if (isPlain() || !isAllowed) return null;
    return tr
      .delete(start, end)
      .setBlockType(start, start, heading, { ...$start.parent.attrs, level: match[1]!.length });
  });

/** @param isPlain asked when a text would be formatted */
export const markdownRules = (isPlain: () => boolean): InputRule[] => [
  ruleFor(String.raw`\*\*`, strong, isPlain),
  ruleFor("__", strong, isPlain),
  ruleFor(String.raw`\*`, em, isPlain),
  ruleFor("_", em, isPlain),
  headingRule(isPlain),
  wrappingInputRule(/^\s*([-*•])\s$/, bullet_list),
  wrappingInputRule(/^(\d{1,3})\.\s$/, ordered_list, (match) => ({ order: Number(match[1]) })),
  wrappingInputRule(/^\s*>\s$/, blockquote),
];
