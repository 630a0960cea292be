/** How names are written in the other alphabet, in each of the ways that people and passports have. Pure. */

/** What may stand at a place of a word, and how it may be written there: the likeliest first. */
type Rule = readonly [found: RegExp, written: readonly string[]];

const rule = (found: string, ...written: string[]): Rule => [new RegExp(found, "uy"), written];
const letters = (from: string, to: readonly string[]): Rule[] => from.split("").map((each, at) => rule(each, to[at]!));

/** The first that fits counts: longer ones, and those with a place of their own, stand before. ё is е to every index. */
export const toRussian: readonly Rule[] = [
  rule("shch", "щ"),
  rule("sch", "щ", "ш"),
  rule("(?<=sh|ch|zh)y?o(?=v)", "о", "ё"),
  rule("(?<=[bcdfghjklmnpqrstvwxz])ya", "ья", "я"),
  rule("(?<=[bcdfghjklmnpqrstvwxz])ye", "ье", "е"),
  rule("y[oe]", "е"),
  rule("zh", "ж"),
  rule("kh", "х"),
  rule("t[sz]", "ц"),
  rule("ch", "ч"),
  rule("sh", "ш"),
  rule("[yji]u", "ю"),
  rule("[yj]a", "я"),
  rule("ia", "ия", "ья"),
  rule("iy|ii", "ий"),
  rule("(?<=[aeou])[yi]", "й"),
  rule("ph", "ф"),
  rule("th", "т"),
  rule("ck", "к"),
  rule("x", "кс"),
  rule("l(?=[bcdfgkmnpqstvz])", "л", "ль"),
  rule("y$", "ий", "ы"),
  rule("y", "ы", "и"),
  rule("^e", "е", "э"),
  ...letters("abcdefghijklmnopqrstuvwz", "абкдефгхийклмнопкрстуввз".split("")),
];

export const toLatin: readonly Rule[] = [
  rule("щ", "shch", "sch"),
  rule("кс", "ks", "x"),
  rule("[ыи]й$", "iy", "y"),
  rule("ия", "iya", "ia"),
  rule("ь[её]", "ye"),
  rule("ё", "e", "yo"),
  rule("х", "kh", "h"),
  rule("й", "y", "i"),
  rule("ю", "yu", "iu"),
  rule("ж", "zh"),
  rule("ц", "ts"),
  rule("ч", "ch"),
  rule("ш", "sh"),
  rule("я", "ya"),
  rule("[ъь]", ""),
  ...letters("абвгдезиклмнопрстуфыэ", "abvgdeziklmnoprstufye".split("")),
];

/** Each is searched for. */
export const MAX_READINGS = 5;

/** One more for each place that has another writing: of several at once few are meant. */
export function readings(text: string, rules: readonly Rule[]): string[] {
  const parts = text
    .toLowerCase()
    .split(/(\p{L}+)/u)
    .flatMap((word) => partsOf(word, rules));
  const first = parts.map(([likeliest]) => likeliest!);
  const others = parts.flatMap(([, ...more], at) => more.map((written) => first.with(at, written)));
  return [...new Set([first, ...others].map((each) => each.join("")))].slice(0, MAX_READINGS);
}

function partsOf(word: string, rules: readonly Rule[]): (readonly string[])[] {
  const parts: (readonly string[])[] = [];
  for (let at = 0; at < word.length;) {
    let [length, written]: [number, readonly string[]] = [1, [word[at]!]];
    for (const [found, ways] of rules) {
      found.lastIndex = at;
      const match = found.exec(word);
      if (!match) continue;
      [length, written] = [match[0].length, ways];
      break;
    }
    parts.push(written);
    at += length;
  }
  return parts;
}
