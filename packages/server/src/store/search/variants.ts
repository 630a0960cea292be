/**
 * Stems of other forms of a word that its own stem does not show: "кабачок" and "кабачки", "пес" and "псы", "child" and
 * "children". They are added to the query, not to the index, so that nothing has to be indexed again. Pure.
 */
import { englishForms } from "./english-forms.ts";
import { englishInflections } from "./inflection-english.ts";
import { russianInflections } from "./inflection-russian.ts";
import { russianForms } from "./russian-forms.ts";
import { stem } from "./stems.ts";

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
  "семь семи семью",
  "цветок цветка цветы цветов цветам цветами цветах",
  "господин господина господа господ",
  "ключ ключа ключи ключей",
  "купить куплю купил купили купит",
  "писать написать пишу пишет напишу напишите написал",
  "прийти приду придет пришел пришла пришло пришли",
  "найти найду найдет нашел нашла нашли",
  "перевести переведу перевел перевела перевели",
  "оплатить оплачу оплатил оплачен оплачено",
  "отправить отправлю отправил отправлен отправлено",
];

const manyPrefixes = "про при за от по с у вы пере на до раз об из воз под в";

/** Verbs whose present tense has another stem than their infinitive, each with prefixes that it takes. */
const verbs: readonly (readonly [prefixes: string, forms: string])[] = [
  ["за по до у при вы рас пере на под от с о", "казать казал казала казали кажу кажешь кажет кажем кажете кажут кажи"],
  ["вы за о пере под при рас с в до", "писать писал писала писали пишу пишешь пишет пишем пишете пишут пиши"],
  ["с за о под при от раз", "вязать вязал вязала вязали вяжу вяжешь вяжет вяжете вяжут вяжи"],
  ["_ по вы от раз об с под", "искать искал искала искали ищу ищешь ищет ищем ищете ищут ищи"],
  ["_ вы за со по при подо разо до", "брать брал брала брали беру берешь берет берем берете берут бери"],
  ["_ по на вы при ото подо", "звать звал звала звали зову зовешь зовет зовем зовете зовут зови"],
  ["_ подо до", "ждать ждал ждала ждали жду ждешь ждет ждем ждете ждут жди ждите"],
  ["_ ото вы по при пере за", "слать слал слала слали шлю шлешь шлет шлем шлете шлют шли"],
  ["_ с по превоз изне", "мочь мог могла могли могу можешь может можем можете могут"],
  ["_ от за пере рас при с по", "крыть крыл крыла крыли крою кроешь кроет кроем кроете кроют крой"],
  ["вы о от пере по про с при за раз до из об", "дать дал дала дали дам дашь даст дадим дадите дадут дай"],
  ["_ за до при про", "быть был была было были буду будешь будет будем будете будут будь"],
  ["по до за на у пере про вы во со подо обо ото взо разо", "йти йду йдешь йдет йдем йдете йдут йди"],
  ["по до за у пере про вы во со", "шел шла шло шли"],
  ["_ по при у вы пере до за подъ", "ехать ехал ехала ехали еду едешь едет едем едете едут"],
  ["по за на", "нять нял няла няли йму ймешь ймет ймем ймете ймут йми"],
  ["с под от об", "нять нял няла няли ниму нимешь нимет нимем нимете нимут ними"],
  ["_ про вы по за недо", "спать спал спала спали сплю спишь спит спим спите спят спи"],
  [`_ ${manyPrefixes}`, "вести вел вела вело вели веду ведешь ведет ведем ведете ведут веди"],
  [`_ ${manyPrefixes}`, "везти вез везла везло везли везу везешь везет везем везете везут вези"],
  [`_ ${manyPrefixes}`, "нести нес несла несло несли несу несешь несет несем несете несут неси"],
  ["на за", "чать чал чала чали чну чнешь чнет чнем чнете чнут чни"],
  ["_", "взять взял взяла взяли возьму возьмешь возьмет возьмем возьмете возьмут возьми"],
  ["_ по про вы за до об", "жить жил жила жили живу живешь живет живем живете живут живи"],
  ["_ вы по рас под при от об за", "лить лил лила лили лью льешь льет льем льете льют лей"],
  ["_ по с за пере про", "петь пел пела пели пою поешь поет поем поете поют пой"],
  ["_ вы по под про за", "расти рос росла росло росли расту растешь растет растем растете растут расти"],
  ["_ за по", "хотеть хотел хотела хотели хочу хочешь хочет хотим хотите хотят"],
  ["_ в о до за при пере у", "стать стал стала стали стану станешь станет станем станете станут стань"],
];

/** Short words in which a vowel comes and goes: a rule for them would find too much. */
const shortWords = "пес пс день дн сон сн рот рт лоб лб лев льв лед льд лен льн пень пн шов шв ров рв мох мх";
const declined = [...shortWords.matchAll(/(\S+) (\S+)/g)].map(
  ([, word = "", head = ""]) =>
    `${word} ${"а у ом е ы ов ам ами ах я ю ем и ей ям ями ях".replaceAll(/\S+/g, (ending) => head + ending)}`,
);

interface Group {
  forms: readonly string[];
  /** Undefined: their endings say it. */
  isVerb: true | undefined;
  /** Made when it is searched for first. */
  terms: readonly string[] | undefined;
}
/** By the stem of each form. */
const irregular = new Map<string, Group>();
/** Forms whose stem is that of other words as well: they themselves are in the index. */
const stemsOfOthers = new Set(
  (
    "сем цвет сп спа рос вел нес пел жил взя по пот хот лил хоч лей поем пой вез им пис пес мат мет дн зол говор брат зов дожд моч мог крыл перед под прид зад отд од изд разд быт заб доб приб прибыл " +
    "проб ед займ найм стат стал стан приста уста покр слал шли пришл вышл зашл отошл перешл пошл прошл"
  ).split(" "),
);

/** The last form is the imperative, where there is one. */
const withPlural = (forms: string): string => forms.replace(/(\S+[йиь])$/, "$1 $1те");
const conjugated = verbs.flatMap(([prefixes, forms]) =>
  prefixes
    .split(" ")
    .map((prefix) => (prefix === "_" ? withPlural(forms) : withPlural(forms).replaceAll(/\S+/g, `${prefix}$&`))),
);

function addGroup(group: string, isVerb?: true): void {
  const forms = group.split(" ");
  const made: Group = { forms, isVerb, terms: undefined };
  for (const form of forms) irregular.set(stemsOfOthers.has(stem(form)) ? form : stem(form), made);
}
for (const group of conjugated) addGroup(group, true);
for (const group of [...declined, ...groups]) addGroup(group);

const termsOfGroup = (group: Group): readonly string[] =>
  (group.terms ??= [
    ...new Set(
      group.forms.flatMap((form) => {
        const stemmed = stem(form);
        return stemsOfOthers.has(stemmed) ? [form] : among(stemmed, russianInflections(form, group.isVerb));
      }),
    ),
  ]);

/** A vowel that is there in one form alone stands before these: "рынок", "отец", "камень", "узел", "ветер". */
const dropped = /^(.*[аеиоуыэюя].*[бвгджзклмнпрстфхцчшщй])[ое]([кцнл]|(?<=[тб]е)р)$/u;
const added = /^(.*[аеиоуыэюя].*?|о|и)([бвгджзклмнпрстфхцчшщ])ь?([кцнл]|(?<=[тб])р)$/u;

/** "палец" has the stem "палец", "пальцы" has "пальц"; "рынок" has "рынок", "рынки" has "рынк". */
function fleetingVowel(stemmed: string): string[] {
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

/**
 * Terms of the index that stand for the folded word: one to some hundred, most of which no letter has.
 * @param folded a whole word @param isNoun where that is known of an English word
 */
export function termsFor(folded: string, isNoun = false): readonly string[] {
  const own = stem(folded);
  if (latin.test(folded))
    return [...new Set([...among(own, englishInflections(folded, isNoun)), ...englishForms(folded)])];
  const forms = russian.test(folded) ? among(own, russianInflections(folded)) : [own];
  const isShared = stemsOfOthers.has(own);
  const group = irregular.get(isShared ? folded : own);
  if (group && isShared) return termsOfGroup(group);
  // Another word with this stem is irregular, and not this one.
  const others = group && (forms.includes(own) || group.forms.some((form) => forms.includes(form)));
  return [...new Set([...forms, ...(others ? termsOfGroup(group) : fleetingVowel(own)), ...russianForms(folded, own)])];
}
