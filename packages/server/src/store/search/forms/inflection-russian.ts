/**
 * The forms of a Russian word, by the endings that its own may stand beside. Snowball's stem has other words as well: of
 * "полет" are "полёт" and "полетите", of "оплат" are "оплата" and "оплатить". An ending that only verbs have says which are
 * meant, and the index has the words themselves. Where an ending says little, forms of several words are made, and those
 * that are no words are in no letter. Participles are words of their own, but the short ones of the passive. Pure.
 */

interface Paradigm {
  endings: readonly string[];
  /** What stands before them. */
  head: RegExp;
}

const paradigm = (endings: string, head = /./): Paradigm => ({
  endings: endings.split(" ").map((ending) => (ending === "_" ? "" : ending)),
  head,
});

const hissing = /[жчшщ]$/;
const hard = /[бвгджзклмнпрстфхцчшщ]$/;
/** Before these a short adjective has a vowel more: "срочный", "срочен". */
const clustered = /[бвгджзйклмнпрстфхцчшщь][нк]$/;

const nouns: readonly Paradigm[] = [
  paradigm("_ а у ом е ы о ой ою ов ам ами ах", /[бвдзлмнпрстф]$/),
  paradigm("_ а у ом е и о ой ою ов ам ами ах", /[гкх]$/),
  paradigm("_ а у ом ем е ы и о ой ей ою ею ов ев ам ами ах", /[жцчшщ]$/),
  // "брат", "братья".
  paradigm(
    "_ а у о ом е ья ьев ьям ьями ьях",
    /(?:брат|стул|лист|дерев|крыл|пер|колос|клин|кол|прут|ком|лоскут|звен|зят|княз|муж|полоз)$/,
  ),
  paradigm("ь и ью ей а у ем ам ами ах", hissing),
  paradigm("ь я ю ем е и ей ею ью ям ями ях", hard),
  paradigm("й я ю е и ем ей ею ев ям ями ях", /[аеоуыэюя]$/),
  paradigm("ий ия ию ие ии ием ией иею иев иям иями иях ье ья ью ьи ьем ьям ьями ьях", hard),
  paradigm("ье ья ью ьи ьем ьей ьею ьев ий ей ьям ьями ьях", hard),
];
const adjectives: readonly Paradigm[] = [
  paradigm("ый ой ая ое ые ого ому ым ом ых ыми ую ою о а ы ее ей", clustered),
  paradigm("_ ый ой ая ое ые ого ому ым ом ых ыми ую ою о а ы ее ей", /[бвдзлмнпрстцф]$/),
  paradigm("_ ий ой ая ое ие ого ому им ом их ими ую ою о а и", /[гкх]$/),
  paradigm("_ ий ой ая ее ое ие его ого ей ему ому им ем ом их ими ую ею ою е о а и", hissing),
  paradigm("ен ный ной ная ное ные ного ному ным ном ных ными ную ною но на ны", /н$/),
  paradigm("ий яя ее ие его ему им ем их ими юю ей ею", /н$/),
  paradigm("н на но ны нный нной нная нное нные нного нному нным нном нных нными нную нною", /[аея]$/),
  // "третий"; "свой"; "эти".
  paradigm("ий ья ье ьи ьего ьему ьим ьем ьей ьею ью ьих ьими", hard),
  paradigm("й я е и его ему им ем ей ею ю их ими", /[оа]$/),
  paradigm("ого ому им ом а у о ой ою и их ими", /^(?:эт|одн|сам)$/),
];
const verbs: readonly Paradigm[] = [
  // "оплатить"; the first person has another consonant, unless it is one of these.
  paradigm("ить ишь ит им ите ят ил ила ило или и ив ивши ев евши я ь ьте", /[бвгдзклмнпрстфхц]$/),
  paradigm("ить ишь ит им ите ят ил ила ило или и ив ивши ев евши я ь ьте ю й йте", /[нлраеоуы]$/),
  paradigm("ить ишь ит им ите ат ил ила ило или и ив ивши ев евши а ь ьте у", hissing),
  // "вылетать", "гулять".
  paradigm("ать ал ала ало али аю аешь ает аем аете ают ай айте ав авши ая"),
  paradigm("ять ял яла яло яли яю яешь яет яем яете яют яй яйте яв явши яя", /./),
  paradigm("еть ел ела ело ели ею еешь еет еем еете еют ей ейте ев евши ея", hard),
  // "использует", "ведет", "откроет".
  paradigm("ую уешь ует уем уете уют уй уйте уя", /./),
  paradigm("у ешь ет ем ете ут и ите ь ьте я", hard),
  paradigm("ю ешь ет ем ете ют й йте", /[аеиоуыэюя]$/),
  // "вернуть", "вернула", "вернут".
  paradigm("ть т л ла ло ли в вши", /[еуы]$/),
  // "нести", "пришлось".
  paradigm("_ ла ло ли", /[бгзкрстхшл]$/),
];

const all = [...nouns, ...adjectives, ...verbs];
/** Of verbs alone: what else ends so would have them as well. */
const participles: readonly Paradigm[] = [
  paradigm("ить ишь ит им ите ят ил ила ило или и ив ивши ен ена ено ены", hard),
  paradigm("ать ал ала ало али ав авши ан ана ано аны", hard),
  paradigm("ять ял яла яло яли яв явши ян яна яно яны"),
];
const ofVerbs = [...verbs, ...participles];
const reflexive = /(?:ся|сь)$/;
export const withoutReflexive = (folded: string): string => folded.replace(reflexive, "");
/** Endings of verbs. What else has one ("кредит", "автомобили") shares its stem with no form that these leave out. */
const isVerbs =
  /(?:[еи]шь|[еи]те|[еи]т|[юя]т|[аяиеыу]ть|[аяиеыу]л[аои]?|шл[аои]|[аяиы]в|[аяиеы]вши)$|[бгзкрстхш]л(?:[аои]сь|ся)$/;

export const hasVerbEnding = (folded: string): boolean => isVerbs.test(withoutReflexive(folded));

/** "моет", "моется"; "мыла", "мылась"; "мыв", "мывшись". */
export const reflexiveOf = (form: string): string =>
  form.endsWith("в") ? `${form}шись` : form + (/[аеиоуыюя]$/.test(form) ? "сь" : "ся");

/** What the spelling of Russian does not allow. */
const unspelled = /[гкхжчшщ]ы|[гкхжчшщц][юя]|[ьй][ьй]/;

/** @param folded a whole word of Russian letters */
export function russianInflections(folded: string): string[] {
  const plain = withoutReflexive(folded);
  const isReflexive = plain !== folded;
  // "открывшаяся".
  const isParticiple = isReflexive && /(?:вш|щ)(?:ий|ая|ее|ие|его|ему|ей|ую|ею|им|ем|их|ими)$/.test(plain);
  const paradigms = isParticiple ? adjectives : isReflexive || hasVerbEnding(folded) ? ofVerbs : all;
  const forms = paradigms.flatMap(({ endings, head: fits }) =>
    endings.flatMap((ending) => {
      const head = plain.slice(0, plain.length - ending.length);
      return plain.endsWith(ending) && fits.test(head) ? endings.map((each) => head + each) : [];
    }),
  );
  const spelled = forms.filter((form) => !unspelled.test(form.slice(-5)));
  if (!isReflexive) return spelled.concat(folded);
  return [folded, ...spelled.map((form) => (isParticiple ? `${form}ся` : reflexiveOf(form)))];
}
