/**
 * Stems of other forms of a word that its own stem does not show: "кабачок" and "кабачки", "пес" and "псы", "child" and
 * "children". They are added to the query, not to the index, so that nothing has to be indexed again. Pure.
 */
import { comparedForms } from "./comparatives.ts";
import { englishForms } from "./english-forms.ts";
import { englishInflections } from "./inflection-english.ts";
import { hasVerbEnding, russianInflections } from "./inflection-russian.ts";
import { russianForms } from "./russian-forms.ts";
import { verbForms } from "./russian-verbs.ts";
import { stem } from "../stems.ts";

/** Russian words whose forms no rule gives, folded: е for ё. English ones are in english-forms.ts. */
const groups: readonly string[] = [
  "рожь ржи",
  "ложь лжи",
  "зло зол зла",
  "дно донья",
  "песня песни песню песней песен песням",
  "письмо письма писем письмам",
  "деньги денег деньгам",
  "друг друга друзья друзей друзьям",
  "ребенок ребенка дети детей детям детьми детях",
  "человек человека люди людей людям людьми людях",
  "мать матери матерей матерям",
  "дочь дочери дочерей дочерям",
  "время времени времена времен временам",
  "имя имени имена имен именам",
  "сын сына сыновья сыновей сыновьям",
  "муж мужа мужья мужей",
  "брат брата братья братьев",
  "колено колена колени коленей",
  "черт черта черти чертей",
  "сосед соседа соседи соседей",
  "любовь любви любовью",
  "церковь церкви церквей",
  "ухо уха уши ушей ушам",
  "небо неба небеса небес",
  "чудо чуда чудеса чудес",
  "яйцо яйца яиц яйцам",
  "заяц зайца зайцы зайцев",
  "семь семи",
  "цветок цветка цветы цветов цветам цветами цветах",
  "отправить отправлю отправил отправлен отправлено",
  "гусь гуся гуси гусей гусям",
  "хозяин хозяина хозяева хозяев хозяевам",
  "знамя знамени знаменем знамена знамен знаменам",
  "племя племени племенем племена племен племенам",
  "пламя пламени пламенем",
  "господин господина господа господ",
  "ключ ключа ключи ключей",
  "два две двух двум двумя",
  "три трех трем тремя",
  "четыре четырех четырем четырьмя",
  "сто ста",
];
/** "5 лет" are years, but "год" does not find "лет": the index has "летом" by the same stem. */
const years = "лет";

/** Short words in which a vowel comes and goes: a rule for them would find too much. */
const shortWords = "пес пс день дн сон сн рот рт лоб лб лев льв лед льд лен льн пень пн шов шв ров рв мох мх";
const declined = [...shortWords.matchAll(/(\S+) (\S+)/g)].map(
  ([, word = "", head = ""]) =>
    `${word} ${"а у ом е ы ов ам ами ах я ю ем и ей ям ями ях".replaceAll(/\S+/g, (ending) => head + ending)}`,
);

interface Group {
  forms: readonly string[];
  /** Made when it is searched for first. */
  terms: readonly string[] | undefined;
}
/** By the stem of each form. */
const irregular = new Map<string, Group>();
/** Forms whose stem is that of other words as well: they themselves are in the index. */
const stemsOfOthers = new Set("сем цвет им пис пес мат мет дн зол брат".split(" "));

function addGroup(group: string): void {
  const forms = group.split(" ");
  const made: Group = { forms, terms: undefined };
  for (const form of forms) irregular.set(stemsOfOthers.has(stem(form)) ? form : stem(form), made);
}
for (const group of [...declined, ...groups]) addGroup(group);

const termsOfGroup = (group: Group): readonly string[] =>
  (group.terms ??= [
    ...new Set(
      group.forms.flatMap((form) => {
        const stemmed = stem(form);
        return stemsOfOthers.has(stemmed) ? [form] : among(stemmed, russianInflections(form));
      }),
    ),
  ]);

/** A vowel that is there in one form alone stands before these: "рынок", "отец", "камень", "узел", "ветер". */
const dropped = /^(.*[аеиоуыэюя].*[бвгджзклмнпрстфхцчшщй])[ое]([кцнл]|(?<=[тб]е)р)$/u;
const added = /^(.*[аеиоуыэюя].*?|о|и)([бвгджзклмнпрстфхцчшщ])ь?([кцнл]|(?<=[тб])р)$/u;

/** "палец" has the stem "палец", "пальцы" has "пальц"; "рынок" has "рынок", "рынки" has "рынк". */
function fleetingVowel(stemmed: string): string[] {
  // "копейка", "копеек".
  if (/[аеоу]йк$/.test(stemmed)) return [stemmed.replace(/йк$/, "ек")];
  if (/[аеоу]ек$/.test(stemmed)) return [stemmed.replace(/ек$/, "йк")];
  const [, head, last] = dropped.exec(stemmed) ?? [];
  if (head !== undefined && last !== undefined) return [head + last, `${head}ь${last}`];
  const [, before, consonant, end] = added.exec(stemmed) ?? [];
  if (before === undefined || consonant === undefined || end === undefined) return [];
  const withE = `${before}${consonant}е${end}`;
  // "окон", and "весен".
  return end === "н" && !/[кгх]/.test(consonant) ? [withE] : [`${before}${consonant}о${end}`, withE];
}

const latin = /^[a-z]+$/;
const russian = /^[а-я]+$/;

/**
 * Of the words that share a stem those that are forms of one: the words themselves, or the stem, where one of them is it,
 * since the index does not tell them apart then.
 */
function among(stemmed: string, forms: readonly string[]): readonly string[] {
  return forms.includes(stemmed) ? [stemmed] : [...new Set(forms)].filter((form) => stem(form) === stemmed);
}

/** Each word has its stem in the index as well: beside a stem its words say nothing more, unless they are stems too. */
function withoutCovered(terms: readonly string[]): readonly string[] {
  const all = new Set(terms);
  const isKept = (term: string): boolean => {
    const stemmed = stem(term);
    return stemmed === term || /[аяе]$/.test(term) || !all.has(stemmed) || !isKept(stemmed);
  };
  return [...all].filter(isKept);
}

/** British and American: "analyse", "analyzing"; "organisation", "organization". */
function otherSpelling(folded: string): readonly string[] {
  const [, head, consonant, ending] = /^(.{2,}[iy])([sz])(e[ds]?|ers?|ing|ations?)$/.exec(folded) ?? [];
  return head === undefined ? [] : [`${head}${consonant === "s" ? "z" : "s"}${ending}`];
}

function englishTerms(folded: string, own: string, isNoun: boolean): readonly string[] {
  const other = otherSpelling(folded).flatMap((each) => among(stem(each), englishInflections(each, isNoun)));
  return [
    ...new Set([
      ...among(own, englishInflections(folded, isNoun)),
      ...other,
      ...englishForms(folded),
      ...comparedForms(folded),
    ]),
  ];
}

function russianTerms(folded: string, own: string): readonly string[] {
  if (folded === years) return [own, "год"];
  const isShared = stemsOfOthers.has(own);
  const group = irregular.get(isShared ? folded : own);
  if (group && isShared) return termsOfGroup(group);
  const forms = among(own, russianInflections(folded));
  const verb = verbForms(folded);
  if (verb.length > 0 && hasVerbEnding(folded)) return [...forms, ...verb];
  // Another word with this stem is irregular, and not this one.
  const others = group && (forms.includes(own) || group.forms.some((form) => forms.includes(form)));
  return [
    ...forms,
    ...(others ? termsOfGroup(group) : fleetingVowel(own)),
    ...russianForms(folded, own),
    ...verb,
    ...comparedForms(folded),
  ];
}

/**
 * Terms of the index that stand for the folded word: one to some hundred, most of which no letter has.
 * @param folded a whole word @param isNoun where that is known of an English word
 */
export function termsFor(folded: string, isNoun = false): readonly string[] {
  const own = stem(folded);
  if (latin.test(folded)) return englishTerms(folded, own, isNoun);
  return russian.test(folded) ? withoutCovered(russianTerms(folded, own)) : [own];
}
