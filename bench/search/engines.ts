/** What is measured: a search for words over the same letters. */
import type { Id } from "@pismo/jmap";
import { parseMessage } from "../../packages/server/src/mime/parse/parse.ts";
import { createLogger } from "../../packages/server/src/log.ts";
import { createAccount } from "../../packages/server/src/store/auth/accounts.ts";
import { openStore } from "../../packages/server/src/store/db/store.ts";
import { insertEmails } from "../../packages/server/src/store/mail/insert-emails.ts";
import { findMailboxByRole } from "../../packages/server/src/store/mail/mailboxes.ts";
import { prepareEmail } from "../../packages/server/src/store/mail/prepare-email.ts";
import { queryEmails } from "../../packages/server/src/store/query/email-query.ts";
import type { Letter } from "./letters.ts";

export interface SearchEngine {
  name: string;
  /** @returns places in the list of letters */
  search(q: string): Promise<number[]>;
  close(): Promise<void>;
}

/** Pismo's own, without a server around it. */
export async function pismo(letters: readonly Letter[]): Promise<SearchEngine> {
  const store = await openStore({ memory: true }, createLogger("silent"));
  const { accountId, placeOf } = await store.write(async (tx) => {
    const { id } = await createAccount(tx, { name: "", email: "you@pismo.localhost" });
    const inbox = (await findMailboxByRole(tx, id, "inbox"))!;
    const inserted = await insertEmails(
      tx,
      letters.map(({ bytes }, index) => ({
        accountId: id,
        blobId: `${String(index).padStart(43, "B")}x`,
        size: bytes.length,
        prepared: prepareEmail(parseMessage(bytes)),
        mailboxIds: [inbox.id],
        keywords: [],
        receivedAt: new Date(1_700_000_000_000 + index * 1000),
      })),
    );
    const places = new Map<Id, number>(inserted.map((each, index) => [(each as { id: Id }).id, index]));
    return { accountId: id, placeOf: places };
  });
  return {
    name: "Pismo",
    async search(q) {
      // The space says that the last word is whole.
      const query = { filter: { text: `${q} ` } };
      const { ids } = await store.read((reader) => queryEmails(reader, accountId, query));
      return ids.map((id) => placeOf.get(id)!);
    },
    close: () => store.close(),
  };
}
