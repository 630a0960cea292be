/**
 * Forms of Russian words that Snowball's stems do not join, made by the rules of the language. Nearly all are whole words,
 * which the index has as well: a stem would find other words with them. Pure.
 */
import { reflexiveOf, withoutReflexive } from "./inflection-russian.ts";

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

const each = (head: string, endings: string): string[] =>
  endings.split(" ").map((ending) => head + (ending === "_" ? "" : ending));

/** Roots of the verbs in -еть, -ит: a rule for all would find nouns. */
const secondInE =
  "смотр|вид|обид|сид|вис|лет|гор|терп|верт|шум|грем|блест|кип|храп|скрип|свист|хруст|пыхт|кряхт|гляд|вел|звен|бол|шелест|скорб|галд|гуд|сип|шип|хрип|зуд|дуд|корп";
const isSecondInE = new RegExp(`(?:${secondInE})$`);
const secondForms = (head: string): string[] => [
  ...each(head, "еть ел ела ело ели ев ишь ит им ите ят и ю"),
  ...firstPersons(head),
];
/** Those in -ать, -ит. */
const secondInA = "держ|леж|молч|слыш|дыш|крич|стуч|звуч|торч|дрож|визж|журч|ворч|рыч|пищ|трещ|жужж";
const ofSecondInA = "ать ал ала ало али у ишь ит им ите ат и";
const ofFirstInE = "еть ел ела ело ели ев ею еешь еет еем еете еют ей ейте";
const ofGiving = "вать вал вала вало вали вай вайте вая ю ешь ет ем ете ют";
/** Those whose past has no -ну-. */
const withoutNu =
  "исчез|возник|проник|вник|поник|привык|отвык|обвык|свык|погиб|достиг|постиг|настиг|застиг|подверг|отверг|сверг|расторг|исторг|вторг|промок|намок|вымок|высох|засох|просох|пересох|ослеп|замерз|вымерз|промерз|окреп|погас|угас|затих|утих|притих|прилип|налип|увяз|завяз|погряз|ослаб|воздвиг|поблек|опух|распух|набух|оглох|заглох|умолк|смолк|замолк|избег|прибег";
const ofVanishing = "_ ла ло ли ну нешь нет нем нете нут нуть нул нула нули ни ните";

const ofOnce = "у ешь ет ем ете ут и ите ь ьте уть ул ула уло ули ув";

/** Surnames and places: "Кузнецов", "Кузнецовым", "Кузнецовой"; "Ростов", "Ростовом". */
const ofNames = "а у ым ом е ой ы ых ыми ов ам ами ах";
/** Nouns whose adjectives have the same endings: "столов", "столовой"; "часов", "часовых". */
const withAdjectives =
  "стол|час|год|дом|пол|круг|ряд|торг|груз|плод|цвет|вид|род|приз|голос|код|тест|класс|текст|звук|шаг|язык|налог|финанс|файл|раз|порт|поиск|долг|фонд|снег|балл|лист|газ|мост|срок|поток|шелк|сорт|тип|пояс|бо|кадр|штраф|план|мед|лимон|апельсин|рис|орех|гриб|чек|курс|смысл|символ|рынк|знак|парк";
const isWithAdjectives = new RegExp(`^(?:${withAdjectives})[ое]в$`);

const ofAdjectiveLike = "_ а у ом ой е ы ов ам ами ах";

/** A pattern with the head of the word in its first group, and the forms that it stands for. */
type Rule = readonly [pattern: RegExp, forms: (head: string) => readonly string[]];

const rules: readonly Rule[] = [
  // "смотреть", "смотрит", "смотрел".
  [new RegExp(`^(.*(?:${secondInE}))(?:е(?:ть|л[аои]?|в)|ишь|ит|им|ите|ят|и|ю)$`), secondForms],
  // "держать", "держит"; "содержал".
  [new RegExp(`^(.*(?:${secondInA}))(?:а(?:ть|л[аои]?|т)|ишь|ит|им|ите|и|у)$`), (head) => each(head, ofSecondInA)],
  // "иметь", "имеет", "имел".
  [/^(.*[аеиоуыэюя].*|[гстз][лмр])е(?:ть|л[аои]?|в|ю|ешь|ет|ем|ете|ют|йте)$/, (head) => each(head, ofFirstInE)],
  // "давать", "дает"; "оставаться", "остается".
  [/^(.*(?:да|зна|ста))(?:ва(?:ть|л[аои]?|я|йте)|ю|ешь|ет|ем|ете|ют)$/, (head) => each(head, ofGiving)],
  // "надеяться", "надеется".
  [
    /^(.*е)(?:я(?:ть|л[аои]?|в)|ю|ешь|ет|ем|ете|ют)$/,
    (head) => each(head, "ять ял яла яло яли ю ешь ет ем ете ют й йте"),
  ],
  // "исчезнуть", "исчез"; "вернуть", "вернет", "вернул".
  [new RegExp(`^(${withoutNu})(?:ну(?:ть|л[аои]?|в|т)?|н[еи].*|л[аои])?$`), (head) => each(head, ofVanishing)],
  [/^(.{2,}н)у(?:ть|л[аои]?|в)$/, (head) => each(head, ofOnce)],
  [/^(.{2,}н)(?:у|ешь|ет|ем|ете|ут|ите)$/, (head) => each(head, "уть ул ула уло ули ув ь ьте")],
  [/^(.{2,}н)ьте$/, (head) => each(head, ofOnce)],
  // "вставить", "вставьте"; "просить", "прошу"; "решит", "решат".
  [/^(.{2,}?)(?:ить|ил[аои]?|ишь|ит|им|ите|[ая]т|ив)$/, (head) => [`${head}ьте`, ...firstPersons(head)]],
  [/^(.*[жчшщ])(?:ить|ил[аои]?|ишь|ит|им|ите|у|ив|ьте)$/, (head) => [`${head}ат`]],
  [/^(.+[жчшщ])ат$/, (head) => each(head, "у ить ишь ит им ите ил ила ило или ив ьте")],
  [/^(.{2,})ьте$/, (head) => [...each(head, "ить ит ишь им ите ят ил ила или"), ...firstPersons(head)]],
  [/^(.{2,})ьте?$/, (head) => [head, `${head}ьте`]],
  [
    /^(.{2,})[ую]$/,
    (head) =>
      headsOfFirstPerson(head).flatMap((from) =>
        isSecondInE.test(from) ? secondForms(from) : each(from, "ить ит ишь им ите ят ил ила или ьте"),
      ),
  ],
  // "использовать", "используйте".
  [/^(.{2,}?)[ое]ва(?:ть|л[аои]?|в)$/, (head) => each(head, "ую уешь ует уем уете уют уй уйте")],
  [
    /^(.{2,}?)у(?:ю|ешь|ет|ем|ете|ют|йте?)$/,
    (head) =>
      each(head, "ова ева овать овал овала овало овали евать евал евала евало евали ую уешь ует уем уете уют уй уйте"),
  ],
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
  // "котенок", "котята"; "гражданин", "граждане".
  [/^(.{2,})ен(?:ок|ка|ку|ком|ке)$/, (head) => each(head, "ят ята ятам ятами ятах")],
  [/^(.{2,})ят(?:а|ам|ами|ах)?$/, (head) => each(head, "енок енка енку енком енке")],
  [/^(.*(?:[джчш]а|[бвдлмнпрст]я)н)ин[ауе]?$/, (head) => each(head, "_ е ам ами ах")],
  [/^(.*(?:[джчш]а|[бвдлмнпрст]я)н)(?:е|ам|ами|ах)?$/, (head) => each(head, "ин ина ину ином ине")],
  // "Сергей", "Сергея"; "Николай", "Николая".
  [/^(.{2,})е(?:й|я|ю|ем|е|и|ев|ям|ями|ях)$/, (head) => each(head, "е ей еи ею ее ем")],
  [/^(.{2,})а(?:й|я|ю|ем|и|ев|ям|ями|ях)$/, (head) => each(head, "а ай ая")],
  // "Кузнецов", "Кузнецовым": by its own stem it is of "кузнец".
  [/^(.{2,}[ое]в)$/, (head) => each(head, isWithAdjectives.test(head) ? "а у е ы" : ofNames)],
  // "Иваном", "Ивана"; "Еленой", "Елены"; "экраном", "экрана". To Snowball these are verbs.
  [/^(.{2,}[аяе]н)(?:у|ом|е|ы|ой|ою|ов|ам|ами|ах)?$/, (head) => each(head, "а ы")],
  [/^(.{2,}[аяи]л)(?:о|у|ом|е|ы|ой|ою|ов|ам|ами|ах)$/, (head) => each(head, "_ а ы")],
  [/^(.{2,}[аи]ил)$/, (head) => each(head, "а у ом е")],
  // "система", "систему"; "диплом", "дипломом". To Snowball these are adjectives.
  [/^(.{2,}?[ео]м)(?:а|у|ом|ой|ою|е|ы|ов|ам|ами|ах)?$/, (head) => each(head, ofAdjectiveLike)],
  // "Никита", "Никите"; "кредит", "кредите".
  [/^(.{2,}ит)(?:а|у|ом|ы|ой|ою|ов|ам|ами|ах)?$/, (head) => [`${head}е`]],
];

const isRussian = /^[а-я]{4,40}$/;

/** @param folded a whole word @returns terms of the index besides its stem */
export function russianForms(folded: string, stemmed: string): string[] {
  if (!isRussian.test(folded)) return [];
  const plain = withoutReflexive(folded);
  const forms = rules.flatMap(([pattern, make]) => {
    const head = pattern.exec(plain)?.[1];
    return head === undefined ? [] : make(head);
  });
  // "ся" stands behind a verb, "сь" may be of a noun.
  if (plain !== folded)
    return [
      ...forms.map(reflexiveOf),
      // Stems: "заканчивая", "заканчива".
      ...forms.filter((form) => /(?<!л)[ая]$/.test(form)),
      ...(folded.endsWith("ь") ? [folded.slice(0, -1)] : []),
    ];
  if (/[аяи]л$/.test(stemmed)) forms.push(`${stemmed}и`);
  if (/(?:[ая]т|с)$/.test(stemmed)) forms.push(`${stemmed}ь`);
  return forms;
}
