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
    const change = fieldOfGroup(text, group, folderValue);
    const names = Object.keys(change ?? {}) as (keyof SearchFields)[];
    const [name] = names;
    // Texts go together. Each other field holds one: what comes twice stays with the words.
    if (change && names.every((each) => fields[each] === noFields[each])) fields = { ...fields, ...change };
    else if (change && name && isOfTexts(name)) fields = { ...fields, [name]: `${fields[name]} ${change[name]}` };
    else rest.push(text.slice(group[0]!.from, group.at(-1)!.to));
  }
  return { ...fields, words: rest.join(" ") };
}

const isOfTexts = (name: keyof SearchFields): name is "from" | "to" | "subject" | "fileName" | "without" =>
  name === "from" || name === "to" || name === "subject" || name === "fileName" || name === "without";

function fieldOfGroup(
  text: string,
  group: readonly Term[],
  folderValue: (folder: string) => string | undefined,
): Partial<SearchFields> | undefined {
  const [first] = group;
  if (!first || group.length === 1) return first && fieldOf(first, folderValue);
  // "from:(anna OR boris)" is one value of the field.
  if (group.some(({ from }) => from !== first.from)) return undefined;
  const within = text.slice(text.indexOf("(", first.from) + 1, first.to - 1).trim();
  return fieldOf({ ...first, value: within }, folderValue);
}

/** As the browser's fields write it. */
function isoDay(day: Date, later = 0): string {
  const date = new Date(Date.UTC(day.getFullYear(), day.getMonth(), day.getDate() + later));
  return date.toISOString().slice(0, 10);
}

const inQuotes = (value: string): string => `"${value}"`;

function fieldOf(
  { meaning, isNegated, value }: Term,
  folderValue: (folder: string) => string | undefined,
): Partial<SearchFields> | undefined {
  if (isNegated) {
    if (meaning.kind === "phrase") return { without: inQuotes(value) };
    return meaning.kind === "words" && /^[\p{L}\p{M}\p{N}]+$/u.test(value) ? { without: value } : undefined;
  }
  switch (meaning.kind) {
    case "own":
    case "field": {
      const { field } = meaning;
      const shown = meaning.kind === "field" && meaning.isPhrase ? inQuotes(value) : value;
      return field === "from" || field === "to" || field === "subject" ? { [field]: shown } : undefined;
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
      return { fileName: meaning.isPhrase ? inQuotes(value) : value };
    default:
      return undefined;
  }
}
