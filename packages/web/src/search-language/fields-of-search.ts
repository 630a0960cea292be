/** The fields of a form from the text of a search: what one of them can hold, and the rest as it was typed. Pure. */
import type { Search, Term } from "./search.ts";
import { noFields, type SearchFields } from "./written-search.ts";

/** @param folderValue a folder as the form's field names it; undefined where it does not offer it */
export function fieldsOfSearch(
  text: string,
  { groups }: Search,
  folderValue: (folder: string) => string | undefined,
): SearchFields {
  let fields = noFields;
  const rest: string[] = [];
  for (const group of groups) {
    const change = group.length === 1 ? fieldOf(group[0]!, folderValue) : undefined;
    const names = Object.keys(change ?? {}) as (keyof SearchFields)[];
    // Each field holds one: what comes twice stays with the words. Words that are left out go together.
    if (change && names.every((name) => fields[name] === noFields[name])) fields = { ...fields, ...change };
    else if (change?.without !== undefined) fields = { ...fields, without: `${fields.without} ${change.without}` };
    else rest.push(text.slice(group[0]!.from, group.at(-1)!.to));
  }
  return { ...fields, words: rest.join(" ") };
}

/** As the browser's fields write it. */
function isoDay(day: Date, later = 0): string {
  const date = new Date(Date.UTC(day.getFullYear(), day.getMonth(), day.getDate() + later));
  return date.toISOString().slice(0, 10);
}

function fieldOf(
  { meaning, isNegated, value }: Term,
  folderValue: (folder: string) => string | undefined,
): Partial<SearchFields> | undefined {
  if (isNegated)
    return meaning.kind === "words" && /^[\p{L}\p{M}\p{N}]+$/u.test(value) ? { without: value } : undefined;
  switch (meaning.kind) {
    case "own":
    case "field": {
      const { field } = meaning;
      // A quoted word is found in that form alone: the form would lose its quotes.
      if (meaning.kind === "field" && meaning.isPhrase && !/\s/u.test(value)) return undefined;
      return field === "from" || field === "to" || field === "subject" ? { [field]: value } : undefined;
    }
    case "folder": {
      const [only, ...others] = meaning.folders;
      const folder = others.length > 0 ? undefined : folderValue(only!);
      return folder === undefined ? undefined : { folder };
    }
    case "everywhere":
      return meaning.withSpam ? { folder: "anywhere" } : undefined;
    case "date": {
      const { from, to } = meaning.period;
      if (meaning.relation === "before") return { until: isoDay(from, -1) };
      return { since: isoDay(from), ...(meaning.relation === "on" && { until: isoDay(to, -1) }) };
    }
    case "hasFile":
      return { hasFile: true };
    case "fileName":
      return meaning.isPhrase && !/\s/u.test(value) ? undefined : { fileName: value };
    default:
      return undefined;
  }
}
