/** The words of all rows of a list, looked up once: hooks of every row for them cost more than the row itself. */
import { categories, type Category } from "@pismo/jmap";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { partsOnDemand } from "../../../ui/lazy/on-demand-parts.ts";
import type { rowChips } from "./row-chips.tsx";

const words = [
  "noSubject",
  "noSender",
  "noRecipient",
  "unread",
  "flagged",
  "important",
  "draft",
  "withFiles",
  "markRead",
  "markUnread",
  "flag",
  "flagImportant",
  "unflag",
  "files",
  "showFiles",
  "me",
  "letters",
  "labels",
] as const;

export interface RowTexts extends Readonly<Record<(typeof words)[number], string>> {
  /** The name of the checkbox. */
  select(subject: string): string;
  /** What stands beside the subject and over the initials, once its code is there. */
  chips: typeof rowChips | undefined;
  /** "in report.pdf". */
  inFile(name: string): string;
  /** "3 Emails". */
  dragged(count: number): string;
  /** The name of a category's button. */
  categoryButton: Readonly<Record<Category, string>>;
}

/** Most rows are whole without them: no list waits for them. */
const chipParts = partsOnDemand(() => import("./row-chips.tsx"));

/** The same object while the language is the same. */
export function useRowTexts(): RowTexts {
  const { t } = useTranslation();
  const chips = chipParts.use(true)?.rowChips;
  return useMemo(() => {
    const fixed = Object.fromEntries(words.map((word) => [word, t(`list.${word}`)]));
    // Put together here: the lookup that puts words into a text takes longer than drawing the checkbox.
    const [before = "", after = ""] = t("list.select", { subject: "\0" }).split("\0");
    const button = (category: Category) => t("categories.button", { name: t(`categories.names.${category}`) });
    return {
      ...(fixed as Record<(typeof words)[number], string>),
      select: (subject) => before + subject + after,
      chips,
      inFile: (name) => t("list.inFile", { name }),
      dragged: (count) => t("list.dragged", { count }),
      categoryButton: Object.fromEntries(categories.map((each) => [each, button(each)])) as Record<Category, string>,
    };
  }, [t, chips]);
}
