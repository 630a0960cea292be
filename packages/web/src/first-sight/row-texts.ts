/** The words of a row, as the list's own hook looks them up (features/email-list/row/use-row-texts.ts). */
import { categories, type Category } from "@pismo/jmap";
import type { RowMarkupProps } from "../features/email-list/row/RowMarkup.tsx";
import type { SightTexts } from "../i18n/sight.ts";

export function rowTexts({ list, categories: { names, button } }: SightTexts): RowMarkupProps["texts"] {
  const [before = "", after = ""] = list.select.split("{{subject}}");
  const labels = categories.map((each) => [each, button.replace("{{name}}", () => names[each])]);
  return {
    ...list,
    select: (subject) => before + subject + after,
    categoryButton: Object.fromEntries(labels) as Record<Category, string>,
  };
}
