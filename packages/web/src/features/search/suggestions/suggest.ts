/** What the search box offers while one types: recent searches, operators with their values, people. */
import type { TFunction } from "i18next";
import { texts } from "../../../i18n/lazy/search.ts";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { currentLanguage } from "../../../i18n/index.ts";
import { fold } from "../../../search-language/fold.ts";
import { operatorNames, type OperatorId } from "../../../search-language/operators.ts";
import { suggestCorrespondents } from "../../../store/people/suggest-people.ts";
import { valueOf } from "../../../search-language/written-search.ts";
import { getLabels } from "../../../store/index.ts";
import { labelLines } from "../../../store/labels/label-tree.ts";
import { getSavedSearches } from "../../../store/labels/saved-searches.ts";
import { currentRecords } from "../../../store/records/records.ts";
import { settingsOf } from "../../../store/search/search-settings.ts";
import { nameWriter } from "../../../store/search/written-names.ts";
import type { AnyIcon } from "../../../ui/icons/Icon.tsx";
import { lateIcons } from "../../../ui/icons/late-icons.ts";
import { visibleText } from "../../../ui/visible-text.ts";
import { type LastWord, lastWordOf, operatorsFor, takesPeople, valuesFor } from "./operator-values.ts";
import { recentSearches } from "./recent-searches.ts";
import { otherScope } from "./other-scope.ts";

addTexts(texts);

export interface Suggestion {
  id: string;
  icon: AnyIcon;
  label: string;
  /** Quieter, behind the label. */
  detail: string;
  /** What stands in the box once it is chosen. */
  text: string;
  /** The search can run: what follows an operator need not be typed first. */
  isWhole: boolean;
  /** The folder in which the same words are searched for from then on. */
  scope?: string;
}

const MOST = 8;
const MOST_OF_A_KIND = 4;
/** Shorter beginnings of names fit too many people. */
const MIN_NAME = 2;

/** What an operator is for, in words that the chips of a search have too. */
const hints: Readonly<Partial<Record<OperatorId, string>>> = {
  in: "folder",
  label: "label",
  has: "hasFile",
  filename: "fileName",
  type: "fileType",
};

function hintOf(id: OperatorId, t: TFunction): string {
  if (id === "is") return `${t("search.states.unread")}, ${t("search.states.flagged")}…`;
  return t(`search.operators.${hints[id] ?? id}`, { value: "…" });
}

async function people(word: LastWord, inRussian: boolean): Promise<Suggestion[]> {
  const isAsked = takesPeople(word);
  if (word.name !== "" && !isAsked) return [];
  if (!isAsked && word.value.length < MIN_NAME) return [];
  const operator = isAsked ? word.name : operatorNames.from[inRussian ? 1 : 0];
  const found = await suggestCorrespondents(word.value);
  return found.slice(0, MOST_OF_A_KIND).map(({ name, email }) => ({
    id: `person ${email}`,
    icon: lateIcons.user,
    label: visibleText(name || email),
    detail: `${operator}:${visibleText(email)}`,
    text: `${word.head}${word.minus}${operator}:${valueOf(email)} `,
    isWhole: true,
  }));
}

/** Labels whose names begin with what is typed, as a search names each. */
function labelValues({ operator, value }: LastWord): string[] {
  if (operator !== "label") return [];
  const found = labelLines(getLabels()).filter(
    ({ label: { name } }) => fold(name).startsWith(fold(value)) && name !== value,
  );
  const written = nameWriter("label", settingsOf(currentRecords().mailboxes));
  return found.slice(0, MOST).map(({ label: { name, keyword }, path }) => written(keyword, [name, path]));
}

/** Best first. Never throws: without a connection there are no people. */
export async function suggest(text: string, accountId: string, t: TFunction): Promise<Suggestion[]> {
  const word = lastWordOf(text);
  const inRussian = currentLanguage() === "ru";
  const written = text.trim();
  const saved = getSavedSearches()
    .filter(({ name, text: kept }) =>
      [name, kept].some((each) => fold(each).includes(fold(written)) && kept !== written),
    )
    .slice(0, MOST_OF_A_KIND)
    .map(({ id, name, text: kept }): Suggestion => ({
      id: `saved ${id}`,
      icon: "search",
      label: visibleText(name),
      detail: name === kept ? "" : visibleText(kept),
      // Whole: what is typed on is another word.
      text: `${kept.trimEnd()} `,
      isWhole: true,
    }));
  const isSaved = new Set(saved.map((each) => each.text.trimEnd()));
  const recent = recentSearches(accountId)
    .filter((each) => !isSaved.has(each) && each !== written && fold(each).includes(fold(written)))
    .slice(0, MOST_OF_A_KIND)
    .map((each): Suggestion => ({
      id: `recent ${each}`,
      icon: "search",
      label: visibleText(each),
      detail: "",
      text: `${each} `,
      isWhole: true,
    }));
  const values = [...labelValues(word), ...valuesFor(word).map(valueOf)].map((value): Suggestion => {
    const term = `${word.minus}${word.name}:${value}`;
    return {
      id: term,
      icon: "filter",
      label: visibleText(term),
      detail: "",
      text: `${word.head}${term} `,
      isWhole: true,
    };
  });
  const operators = operatorsFor(word, inRussian).map(({ id, name }): Suggestion => {
    const label = `${word.minus}${name}:`;
    return { id, icon: "filter", label, detail: hintOf(id, t), text: word.head + label, isWhole: false };
  });
  const found = [...saved, ...recent, ...values, ...operators, ...(await people(word, inRussian))].slice(0, MOST);
  // The list lies over the page's own choice of where to search.
  const other = found.length > 0 && written !== "" ? otherScope(written, t) : undefined;
  return other ? [...found, { ...other, id: "scope", icon: "search", detail: "", text, isWhole: true }] : found;
}
