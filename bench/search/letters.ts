/** The letters that are searched: those of the categories' sets and of the public data, in Russian and English. */
import { relative } from "node:path";
import PostalMime from "postal-mime";
import {
  heldOut,
  learntFrom,
  mimeMessages,
  type Sample,
  schemaExamples,
  shopMessages,
  templates,
} from "../categories/sets.ts";

export interface Letter {
  /** The same in every run, whatever folder the public data lies in. */
  name: string;
  bytes: Buffer;
}

const named = (samples: readonly Sample[], folder?: string): Letter[] =>
  samples.map(({ name, bytes }, index) => ({
    name: folder !== undefined && name.startsWith(folder) ? relative(folder, name) : `${index} ${name}`,
    bytes,
  }));

/** Some of the data is HTML alone, and of a letter within a letter readers show what each thinks fit. */
const isLetter = (text: string): boolean =>
  /^(?:From |[\w-]+:)/.test(text) && !/message\/(?:rfc822|delivery-status|global)|multipart\/digest/i.test(text);

/** @param corpora the folder of the public data */
export function searchedLetters(corpora: string): Letter[] {
  const all = [
    ...named([...heldOut.ru(), ...heldOut.en(), ...learntFrom.ru(), ...learntFrom.en()]),
    ...named(shopMessages(corpora)),
    ...named(schemaExamples(corpora)),
    ...named(templates(corpora), corpora),
    ...named(mimeMessages(corpora), corpora),
  ];
  const seen = new Set<string>();
  return all.filter(
    ({ name, bytes }) =>
      bytes.length < 300_000 && isLetter(bytes.toString("latin1")) && !seen.has(name) && seen.add(name),
  );
}

const entities: Readonly<Record<string, string>> = { nbsp: " ", amp: "&", lt: "<", gt: ">", quot: '"', shy: "" };

/** What a reader sees of HTML, as far as words go: no style, no script, no markup. */
const seenIn = (html: string): string =>
  html
    .replaceAll(/<!--[^]*?-->|<(style|script|title|head)\b[^]*?<\/\1\s*>/gi, " ")
    .replaceAll(/<\/?(?:b|i|em|strong|a|span|font|u)\b[^>]*>/gi, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Math.min(Number(code), 0x10_ff_ff)))
    .replaceAll(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole);

/** What a search for words looks at, each by itself: subject, people, text, and files that are text and shown below it. */
export async function textsOf({ bytes }: Letter): Promise<string[]> {
  const email = await PostalMime.parse(bytes);
  const people = [email.from, ...(email.to ?? []), ...(email.cc ?? []), ...(email.bcc ?? [])];
  const body = email.text?.trim() ? email.text : seenIn(email.html ?? "");
  const files = email.attachments.flatMap(({ mimeType, content }) => {
    if (mimeType === "text/html") return seenIn(readFile(content));
    return mimeType === "text/plain" ? readFile(content) : [];
  });
  return [email.subject ?? "", ...people.map((each) => `${each?.name ?? ""} ${each?.address ?? ""}`), body, ...files];
}

/** As Russian and English programs write them. */
function readFile(content: ArrayBuffer | Uint8Array | string): string {
  if (typeof content === "string") return content;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    return new TextDecoder("windows-1251").decode(content);
  }
}
