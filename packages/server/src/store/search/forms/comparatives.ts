/**
 * Comparatives: "выше" of "высокий", "bigger" and "biggest" of "big". Tables of facts, looked up by the words themselves and
 * giving words, since "дорог" is the stem of "дорога" too. Forms that mostly mean something else are left out: "дальше",
 * "уже"; "better", "later", "earlier". Snowball has the rest: "быстрее" and "быстрый" share their stem. Pure.
 */

const russian = `лучше хорош
хуже плох
выше высок
ниже низк
дороже дорог
дешевле дешев
меньше маленьк
ближе близк
легче легк
короче коротк
моложе молод
тише тих
громче громк
реже редк
шире широк
глубже глубок
толще толст
тоньше тонк
ярче ярк
мягче мягк
строже строг
крепче крепк
богаче богат
слаще сладк
гуще густ
круче крут`;
/** Of all heads at once: what is no word is in no letter. */
const endings = "ий ый ой ая ое ее ие ые ого его ому ему ую им ым ом ем их ых ими ыми ей о".split(" ");

const regular =
  `big happy easy large small cheap fast slow high long strong weak young warm cold hard soft heavy safe simple
clear dark deep wide narrow short tall thin thick bright quick rich poor healthy busy noisy dirty ugly
pretty lucky angry hungry wealthy lovely friendly funny crazy tiny tasty brave nice rare strange smart sharp rough
smooth quiet loud proud sweet fresh old new great hot wet fat sad mad fit slim shiny sunny windy rainy cloudy
tricky lazy scary handy risky costly likely`.split(/\s+/);
const irregular = ["bad worse worst", "far farther farthest further furthest"];

/** Of words of one syllable with one vowel the last consonant is written twice. */
function stemOf(adjective: string): string {
  if (/^[^aeiou]*[aeiou][bdgmnpt]$/.test(adjective)) return adjective + adjective.at(-1);
  return adjective.replace(/e$/, "").replace(/y$/, (y) => (adjective.length > 3 ? "i" : y));
}

const formsByWord = new Map<string, readonly string[]>();
for (const line of russian.split("\n")) {
  const [comparative = "", head = ""] = line.split(" ");
  const adjectives = endings.map((ending) => head + ending);
  formsByWord.set(comparative, adjectives);
  for (const adjective of adjectives) formsByWord.set(adjective, [comparative]);
}
for (const line of irregular) {
  const forms = line.split(" ");
  for (const form of forms) formsByWord.set(form, forms);
}
// "big" finds "bigger", but who asks for "longer" ("no longer") does not mean all that is long: these find themselves alone.
for (const adjective of regular) formsByWord.set(adjective, [`${stemOf(adjective)}er`, `${stemOf(adjective)}est`]);

/** @param folded a whole word @returns words of the index besides its own; none for most */
export const comparedForms = (folded: string): readonly string[] => formsByWord.get(folded) ?? [];
