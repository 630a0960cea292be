/** Whom a letter's text greets by name, at its beginning. Pure. */
import { addressKey, type EmailAddress } from "@pismo/jmap";

/** Words of a greeting that are no names, and what joins names. */
const greeting = new Set(
  `hi hello hey dear good morning afternoon evening day all both and
   привет приветствую здравствуй здравствуйте добрый доброе доброго день дня утро утра вечер вечера времени суток
   дорогой дорогая дорогие уважаемый уважаемая уважаемые коллеги и`.split(/\s+/),
);

/** Shorter ones are initials, and parts of names as "de". */
const MIN_NAME = 3;
/** More words do not stand before the name. */
const MAX_WORDS = 12;

const fold = (text: string): string => text.toLowerCase().replaceAll("ё", "е");

const namesOf = ({ name }: EmailAddress): string[] =>
  fold(name ?? "")
    .split(/[^\p{L}'’-]+/u)
    .filter((part) => part.length >= MIN_NAME && !greeting.has(part));

/** The names at the beginning of the first line, as "Hello Anna and Boris," has them; none where the line goes on as a sentence. */
function namesAtStart(text: string, isName: (word: string) => boolean): Set<string> {
  const found = new Set<string>();
  let rest = fold(text).trimStart();
  for (let count = 0; count < MAX_WORDS; count++) {
    const word = /^[^\S\n,]*,?[^\S\n]*([\p{L}'’-]+)/u.exec(rest);
    if (!word || !(greeting.has(word[1]!) || isName(word[1]!))) break;
    if (isName(word[1]!)) found.add(word[1]!);
    rest = rest.slice(word[0].length);
  }
  return /^\s*(?:[,!.:;—–-]|\n|$)/u.test(rest) ? found : new Set();
}

/** Those of the conversation whom the text greets, and to whom it does not go. A name that one of the recipients has too is theirs. */
export function greetedAndLeftOut(
  text: string,
  people: readonly EmailAddress[],
  recipients: readonly EmailAddress[],
): EmailAddress[] {
  const sentTo = new Set(recipients.map(({ email }) => addressKey(email)));
  const leftOut = people.filter(({ email }) => !sentTo.has(addressKey(email)));
  if (leftOut.length === 0) return [];
  const taken = new Set([...recipients, ...people.filter((each) => !leftOut.includes(each))].flatMap(namesOf));
  const names = new Set([...leftOut.flatMap(namesOf), ...taken]);
  const greeted = namesAtStart(text, (word) => names.has(word));
  return leftOut.filter((person) => namesOf(person).some((name) => greeted.has(name) && !taken.has(name)));
}
