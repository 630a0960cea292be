/** Signs around words, as people type them where nothing else can be formatted: **bold**, *italic*, _italic_. */
import { InputRule } from "prosemirror-inputrules";
import type { MarkType } from "prosemirror-model";
import { schema } from "./schema.ts";

const { strong, em } = schema.marks;

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

export const markdownMarks = (isPlain: () => boolean): InputRule[] => [
  ruleFor(String.raw`\*\*`, strong, isPlain),
  ruleFor("__", strong, isPlain),
  ruleFor(String.raw`\*`, em, isPlain),
  ruleFor("_", em, isPlain),
];
