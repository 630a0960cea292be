/**
 * Forms of Russian words that Snowball's stems do not join, made by the rules of the language. Nearly all are whole words,
 * which the index has as well: a stem would find other words with them. Pure.
 */

/** Consonants before the ending of the first person: "просить", "прошу"; "купить", "куплю". */
function firstPersons(head: string): string[] {
  const of = (length: number, ...ends: string[]): string[] => ends.map((end) => head.slice(0, -length) + end);
  if (head.endsWith("ст")) return of(2, "щу");
  switch (head.at(-1)) {
    case "т":
      return of(1, "чу", "щу");
    case "д":
    case "з":
      return of(1, "жу");
    case "с":
      return of(1, "шу");
    default:
      return /[бпвмф]$/.test(head) ? [`${head}лю`] : [];
  }
}

/** Where they came from. */
function headsOfFirstPerson(head: string): string[] {
  const before = head.slice(0, -1);
  switch (head.at(-1)) {
    case "ч":
      return [`${before}т`];
    case "щ":
      return [`${before}ст`, `${before}т`];
    case "ж":
      return [`${before}д`, `${before}з`];
    case "ш":
      return [`${before}с`];
    default:
      return /[бпвмф]л$/.test(head) ? [before] : [];
  }
}

const each = (head: string, endings: string): string[] => endings.split(" ").map((ending) => head + ending);

/** A pattern with the head of the word in its first group, and the forms that it stands for. */
type Rule = readonly [pattern: RegExp, forms: (head: string) => readonly string[]];

const rules: readonly Rule[] = [
  // "вставить", "вставьте"; "просить", "прошу".
  [/^(.{2,}?)(?:[ие]ть|[ие]л[аои]?|ишь|ит|им|ите|[ая]т|[ие]в)$/, (head) => [`${head}ьте`, ...firstPersons(head)]],
  [/^(.{2,})ьте?$/, (head) => [head, `${head}ьте`]],
  [
    /^(.{2,})[ую]$/,
    (head) => headsOfFirstPerson(head).flatMap((from) => each(from, "ить ит ишь им ите ят ил ила или ьте")),
  ],
  // "использовать", "используйте".
  [/^(.{2,}?)[ое]ва(?:ть|л[аои]?|в)$/, (head) => each(head, "ую уешь ует уем уете уют уй уйте")],
  [/^(.{2,}?)у(?:ю|ешь|ет|ем|ете|ют|йте?)$/, (head) => each(head, "ова ева ую уешь ует уем уете уют уй уйте")],
  // "возбужденная", "возбуждено".
  [/^(.{2,})енн(?:ый|ая|ое|ые|ого|ой|ому|ую|ым|ом|ых|ыми)$/, (head) => each(head, "ен ена ено ены")],
  [/^(.{3,})ен[аоы]?$/, (head) => [`${head}ен`]],
  // "ведет", "ведут"; "откроет", "откройте".
  [/^(.*[бвгджзклмнпрстфхцчшщ])(?:у|ешь|ет|ем|ете|ут|ите)$/, (head) => each(head, "у ешь ет ем ете ут и ите")],
  [/^(.+[оиыеу])(?:ю|ешь|ет|ем|ете|ют|йте?)$/, (head) => each(head, "ю ешь ет ем ете ют й йте")],
  // What looks like the past or the gerund of a verb: "удали", "удалите"; "автомобили", "автомобиль"; "пристав", "приставы".
  [/^(.{2,}[аяи]л)и$/, (head) => [head]],
  [/^(.{2,}[ая])в$/, (head) => each(head, "в л ть")],
  // What looks like an infinitive or reflexive: "печать", "печати"; "запись", "записи".
  [/^(.{2,}[ая]т)ь$/, (head) => [head]],
  // "Сергей", "Сергея"; "Николай", "Николая".
  [/^(.{2,})е(?:й|я|ю|ем|и|ев|ям|ями|ях)$/, (head) => each(head, "е ей еи")],
  [/^(.{2,})а(?:й|я|ю|ем|и|ев|ям|ями|ях)$/, (head) => each(head, "а ай ая")],
];

const reflexive = /(?:ся|сь)$/;
const isRussian = /^[а-я]{4,}$/;

/** @param folded a whole word @returns terms of the index besides its stem */
export function russianForms(folded: string, stemmed: string): string[] {
  if (!isRussian.test(folded)) return [];
  const plain = folded.replace(reflexive, "");
  const forms = rules.flatMap(([pattern, make]) => {
    const head = pattern.exec(plain)?.[1];
    return head === undefined ? [] : make(head);
  });
  if (/[аяи]л$/.test(stemmed)) forms.push(`${stemmed}и`);
  if (/(?:[ая]т|с)$/.test(stemmed)) forms.push(`${stemmed}ь`);
  if (/[аеиоуыэюя]сь$/.test(folded)) forms.push(folded.slice(0, -1));
  // Its stem has no "ся", its forms have.
  const ending = plain === folded ? undefined : (form: string) => form + (/[аеиоуыюя]$/.test(form) ? "сь" : "ся");
  return ending ? forms.flatMap((form) => [form, ending(form)]) : forms;
}
