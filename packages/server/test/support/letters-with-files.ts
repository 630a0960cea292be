/** Made-up letters of one or more files, stored without a receiver. */
import type { Id } from "@pismo/jmap";
import type { randomFrom } from "../store/random.ts";
import { insertLetters, type Letter } from "./insert-letters.ts";
import { lines } from "./jmap.ts";
import type { TestServer } from "./server.ts";

const types = ["application/pdf", "text/plain", "image/png", "application/zip"];

const attachment = (type: string, name: string, content: string): string[] => [
  "--b",
  `Content-Type: ${type}`,
  `Content-Disposition: attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
  "",
  content,
];

export interface LettersWithFiles {
  accountId: Id;
  count: number;
  random: ReturnType<typeof randomFrom>;
  /** Of the files. */
  names: readonly string[];
  /** Left out: each letter has some. */
  hasFiles?: () => boolean;
  receivedAt(n: number): Date;
}

/** Much is of the same name, size and sender. */
export async function insertLettersWithFiles(
  { client, store }: Pick<TestServer, "client" | "store">,
  { accountId, count, random, names, hasFiles = () => true, receivedAt }: LettersWithFiles,
): Promise<void> {
  const { list } = await client.call("Mailbox/get", { accountId, ids: null });
  const box = (role: string): Id => list.find((mailbox) => mailbox.role === role)!.id!;
  const [inbox, trash] = [box("inbox"), box("trash")];
  const letters: Letter[] = [];
  for (let n = 0; n < count; n++) {
    const files = Array.from({ length: random.chance(0.3) ? 3 : 1 }, () =>
      attachment(random.pick(types), random.pick(names), "x".repeat(random.below(5) * 100)),
    );
    const message = lines(
      `From: ${random.pick(["Anna", "Борис", "Zoe"])} <p@x.example>`,
      `Subject: ${random.pick(["garden", "bicycle"])} ${n}`,
      "MIME-Version: 1.0",
      'Content-Type: multipart/mixed; boundary="b"',
      "",
      "--b",
      "Content-Type: text/plain",
      "",
      "See below",
      ...(hasFiles() ? files.flat() : []),
      "--b--",
    );
    letters.push({ message, mailboxIds: [random.chance(0.9) ? inbox : trash], receivedAt: receivedAt(n) });
  }
  await insertLetters(store, accountId, letters);
}
