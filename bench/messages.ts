/** Messages to measure with: the same seed gives the same octets. Two thirds plain, a quarter HTML, some with files. */
import { open } from "node:fs/promises";

/** Words that occur in 0.3 % of all subjects, and nowhere else. */
export const subjectMarks = ["maple", "falcon", "lantern", "orchard", "рябина", "кедр", "маяк", "гранит"];
/** The same for bodies. */
export const bodyMarks = ["tundra", "zeppelin", "quartz", "mackerel", "черника", "глобус", "парус", "якорь"];
const MARK_SHARE = 0.003;

const stems = {
  en: "plan report meeting price letter garden river answer number window office train question paper market summer winter morning project budget ticket travel holiday family kitchen doctor school teacher music picture camera engine bridge island village harvest weather signal battery network server library museum theatre station airport".split(
    " ",
  ),
  ru: "план отчёт встреча цена письмо сад река ответ номер окно поезд вопрос бумага рынок лето зима утро проект бюджет билет поездка отпуск семья кухня врач школа учитель музыка картина мост остров деревня урожай погода сигнал сеть сервер библиотека музей театр станция аэропорт договор счёт оплата доставка заказ склад".split(
    " ",
  ),
};
const people = [
  ["Anna Petrova", "anna@north.example"],
  ["Boris Lind", "boris@east.example"],
  ["Вера Соколова", "vera@sever.example"],
  ["Глеб Орлов", "gleb@yug.example"],
  ["Dora Klein", "dora@west.example"],
  ["Emil Novak", "emil@south.example"],
] as const;

type Random = () => number;

/** Mulberry32: small, and good enough for words. */
function random(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A vocabulary as large as a mailbox's: common words and many rare ones. */
function vocabulary(language: "en" | "ru", next: Random): string[] {
  const endings = language === "ru" ? ["", "а", "у", "ом", "ы", "ный", "ного", "ская"] : ["", "s", "ing", "ed", "ly"];
  const alphabet = language === "ru" ? "абвгдежзиклмнопрстуфхцчшы" : "abcdefghijklmnoprstuvwy";
  const coined = Array.from({ length: 6000 }, () =>
    Array.from({ length: 4 + Math.floor(next() * 6) }, () => alphabet[Math.floor(next() * alphabet.length)]).join(""),
  );
  return [...stems[language], ...coined].flatMap((stem) => endings.map((ending) => stem + ending));
}

const base64 = (bytes: Uint8Array): string =>
  (
    Buffer.from(bytes)
      .toString("base64")
      .match(/.{1,76}/g) ?? []
  ).join("\n");
const encoded = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text) ? text : `=?utf-8?B?${Buffer.from(text.slice(0, 30)).toString("base64")}?=`;

/** Messages one after the other, oldest first, each with its From_ line, LF line ends. */
export function* messages(count: number, seed = 1): Generator<string> {
  const next = random(seed);
  const words = { en: vocabulary("en", next), ru: vocabulary("ru", next) };
  const file = Buffer.from(Array.from({ length: 24_000 }, () => Math.floor(next() * 256)));
  const start = Date.UTC(2021, 0, 1);
  const step = (5 * 365 * 86_400_000) / count;
  for (let index = 0; index < count; index++) {
    const language = next() < 0.5 ? "ru" : "en";
    // As words are in a language (Zipf): the word of rank n occurs an n-th as often as the first.
    const word = (): string => words[language][Math.floor(words[language].length ** next()) - 1] ?? "";
    const sentence = (length: number): string => Array.from({ length }, word).join(" ");
    const mark = (marks: readonly string[]): string =>
      next() < MARK_SHARE * marks.length ? ` ${marks[Math.floor(next() * marks.length)]}` : "";
    const paragraphs = (most: number): string[] =>
      Array.from({ length: 1 + Math.floor(next() * most) }, () => sentence(10 + Math.floor(next() * 60)));
    const subject = sentence(2 + Math.floor(next() * 5)) + mark(subjectMarks);
    const texts = [...paragraphs(5), `${sentence(4)}${mark(bodyMarks)} ${sentence(3)}`];
    const [name, address] = people[Math.floor(next() * people.length)] ?? people[0];
    const date = new Date(start + index * step);
    const isAnswer = next() < 0.3 && index > 20;
    const answered = index - 1 - Math.floor(next() * 20);
    const head = [
      `From bench@bench.example ${date.toUTCString()}`,
      `Status: ${next() < 0.3 ? "O" : "RO"}`,
      `X-Status: ${next() < 0.05 ? "F" : ""}`,
      `Received: from mx.example by mail.example; ${date.toUTCString()}`,
      `Message-ID: <letter.${index}@bench.example>`,
      ...(isAnswer ? [`In-Reply-To: <letter.${answered}@bench.example>`] : []),
      `Date: ${date.toUTCString()}`,
      `From: ${encoded(name)} <${address}>`,
      "To: You <you@pismo.localhost>",
      `Subject: ${encoded(subject)}`,
      "MIME-Version: 1.0",
    ];
    yield `${[...head, ...bodyOf(texts, index, next, file)].join("\n")}\n\n`;
  }
}

function bodyOf(texts: readonly string[], index: number, next: Random, file: Buffer): string[] {
  const kind = next();
  const plain = ["Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64", ""];
  const text = [...plain, base64(Buffer.from(texts.join("\n\n")))];
  const boundary = `b${index}`;
  if (kind < 0.65) {
    return ["Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit", "", texts.join("\n\n")];
  }
  if (kind < 0.9) {
    const rows = texts.map((line) => `<tr><td style="padding:16px;color:#3c4043"><p>${line}</p></td></tr>`);
    const html = `<!doctype html><html><body><table role="presentation">${rows.join("\n")}</table></body></html>`;
    return [
      `Content-Type: multipart/alternative; boundary=${boundary}`,
      "",
      `--${boundary}`,
      ...text,
      `--${boundary}`,
      "Content-Type: text/html; charset=utf-8",
      "Content-Transfer-Encoding: 8bit",
      "",
      html,
      `--${boundary}--`,
    ];
  }
  return [
    `Content-Type: multipart/mixed; boundary=${boundary}`,
    "",
    `--${boundary}`,
    ...text,
    `--${boundary}`,
    `Content-Type: application/octet-stream; name="data-${index}.bin"`,
    "Content-Transfer-Encoding: base64",
    `Content-Disposition: attachment; filename="data-${index}.bin"`,
    "",
    base64(file.subarray(0, 4000 + Math.floor(next() * 20_000))),
    `--${boundary}--`,
  ];
}

/** Writes an mbox. Returns its octets. */
export async function writeMbox(path: string, count: number): Promise<number> {
  const file = await open(path, "w");
  let size = 0;
  try {
    let pieces: string[] = [];
    const flush = async (): Promise<void> => {
      const { bytesWritten } = await file.write(pieces.join(""));
      size += bytesWritten;
      pieces = [];
    };
    for (const message of messages(count)) {
      if (pieces.push(message) >= 500) await flush();
    }
    await flush();
  } finally {
    await file.close();
  }
  return size;
}
