/** What a term of a search means, in the person's words. */
import type { TFunction } from "i18next";
import { dayIn } from "../../../i18n/date-formats.ts";
import { currentLanguage } from "../../../i18n/index.ts";
import { formatSize } from "../../../i18n/numbers.ts";
import type { Term } from "../../../search-language/search.ts";
import { isSpecialFolder } from "../../../store/index.ts";

/** Undefined for words, which stand in the field as they are. */
export function termText({ meaning, isNegated, value }: Term, t: TFunction): string | undefined {
  if (meaning.kind === "words" && !isNegated) return undefined;
  const text = textOf(meaning, value, t);
  return isNegated ? t("search.not", { term: text }) : text;
}

function textOf(meaning: Term["meaning"], value: string, t: TFunction): string {
  const named = (name: string, shown = value): string => t(`search.operators.${name}`, { value: shown });
  switch (meaning.kind) {
    case "words":
      return value;
    case "phrase":
      return `“${value}”`;
    case "field":
    case "own":
      return named(meaning.field);
    case "folder": {
      const [folder = ""] = meaning.folders;
      return named("folder", isSpecialFolder(folder) ? t(`shell.${folder}`) : value);
    }
    case "everywhere":
      return meaning.withSpam ? named("anywhere") : t("shell.allMail");
    case "label":
      return named("label", meaning.name);
    case "category":
      return named("category", t(`categories.names.${meaning.category}`));
    case "state":
      return t(`search.states.${meaning.state}`);
    case "date":
      return named(meaning.relation, datesOf(meaning));
    case "size":
      return named(meaning.relation, formatSize(meaning.octets));
    default:
      return named(meaning.kind);
  }
}

/** The days that were understood, so that "last week" can be checked. */
function datesOf({ relation, period: { from, to } }: Extract<Term["meaning"], { kind: "date" }>): string {
  const last = new Date(to.getFullYear(), to.getMonth(), to.getDate() - 1);
  const first = dayText(from);
  return relation !== "on" || last.getTime() === from.getTime() ? first : `${first} – ${dayText(last)}`;
}

/** With the year where it is not this one: lists leave it out of what is still to come, and "before:2027" would be "Before Jan 1". */
function dayText(date: Date): string {
  const now = new Date();
  const isLater = date.getFullYear() > now.getFullYear();
  return dayIn(currentLanguage(), date, isLater ? new Date(date.getFullYear() + 1, 0, 1) : now);
}
