/**
 * Measures what the questions before sending would ask of public letters, none of which is to be asked about.
 *   node bench/asking/run.ts [--corpora FOLDER] [--named]
 * FOLDER holds public test data (mime/, replies/). --named prints each letter that would be asked about.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { addressKey, type EmailAddress } from "@pismo/jmap";
import { parseMessage } from "../../packages/server/src/mime/parse/parse.ts";
import { greetedAndLeftOut } from "../../packages/web/src/features/compose/asking/greeted.ts";
import { isSlipOf } from "../../packages/web/src/store/people/near-address.ts";

const { values: options } = parseArgs({
  options: { corpora: { type: "string", default: "../shared/corpora" }, named: { type: "boolean" } },
});

interface Letter {
  name: string;
  from: EmailAddress[];
  recipients: EmailAddress[];
  text: string;
}

function* lettersIn(folder: string): Generator<Letter> {
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    if (!/\.(?:eml|msg|txt)$/i.test(file)) continue;
    const { headers, preview } = parseMessage(readFileSync(join(folder, file)));
    const from = headers.from ?? [];
    const recipients = [headers.to, headers.cc, headers.bcc].flatMap((each) => each ?? []);
    if (from.length > 0 && recipients.length > 0) yield { name: file, from, recipients, text: preview };
  }
}

const letters = ["mime", "replies"].flatMap((name) => [...lettersIn(join(options.corpora, name))]);

/** All that were written to: those of each letter are compared with those of all others, who are more than a person has. */
const book = new Set(letters.flatMap(({ recipients }) => recipients.map(({ email }) => addressKey(email))));
const slips = [...book].flatMap((one) =>
  [...book].filter((other) => isSlipOf(one, other)).map((other) => `${one} ~ ${other}`),
);

/** An answer of the first recipient to the sender alone, whose text is the letter's: the others are left out. */
const withOthers = letters.filter(({ recipients }) => recipients.length > 1);
const greeted = withOthers.flatMap(({ name, from, recipients, text }) => {
  const [first, ...others] = recipients;
  const found = greetedAndLeftOut(text, [...from, ...others], [...from, first!]);
  return found.map((person) => `${name}: ${person.name ?? person.email}`);
});
/** Every letter as an answer that leaves out all people of all letters, whose names are more than a conversation has. */
const everyone = letters.flatMap(({ from, recipients }) => [...from, ...recipients]);
const toStrangers = letters.flatMap(({ name, recipients, from, text }) => {
  const found = greetedAndLeftOut(text, everyone, [...recipients, ...from]);
  return found.length > 0 ? [`${name}: ${text.slice(0, 40)} → ${found.map((each) => each.name).join(", ")}`] : [];
});

console.log(`${letters.length} letters, ${book.size} addresses, ${withOthers.length} letters to several`);
console.log(`one letter away: ${slips.length} of ${book.size * (book.size - 1)} pairs`);
console.log(`greeted and left out, of letters to several: ${greeted.length} of ${withOthers.length}`);
console.log(`greets any of ${everyone.length} people who are not its own: ${toStrangers.length} of ${letters.length}`);
if (options.named) for (const line of [...slips, ...greeted, ...toStrangers]) console.log(line);
