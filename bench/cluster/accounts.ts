/** Many accounts in one database: some full ones, which are asked, and others that are only there. */
import type { Id } from "@pismo/jmap";
import { createIngest, type PreparedBatch } from "../../packages/server/src/ingest/ingest.ts";
import { createAccount } from "../../packages/server/src/store/auth/accounts.ts";
import { createToken } from "../../packages/server/src/store/auth/tokens.ts";
import type { Store } from "../../packages/server/src/store/db/store.ts";
import { insertEmails } from "../../packages/server/src/store/mail/insert-emails.ts";
import { findMailboxByRole } from "../../packages/server/src/store/mail/mailboxes.ts";
import { createMimePool } from "../../packages/server/src/worker/pool.ts";
import { messages } from "../messages.ts";

/** So many are asked, in turn. */
const FULL = 100;
const EMAILS_OF_FULL = 200;
const EMAILS_OF_OTHERS = 3;
/** Accounts that one transaction makes. */
const AT_ONCE = 20;

export interface Asked {
  accountId: Id;
  inbox: Id;
  token: string;
}

export class Accounts {
  /** The full ones. */
  readonly asked: Asked[] = [];
  readonly #store: Store;
  readonly #batch: PreparedBatch;
  #count = 0;

  private constructor(store: Store, batch: PreparedBatch) {
    this.#store = store;
    this.#batch = batch;
  }

  /** @param store stays open while accounts are added */
  static async in(store: Store): Promise<Accounts> {
    const mime = createMimePool(1);
    try {
      const ingest = createIngest({ store, mime });
      const deliveries = [...messages(EMAILS_OF_FULL)].map((text, index) => ({
        accountId: "",
        bytes: Buffer.from(text.slice(text.indexOf("\n") + 1)),
        mailboxIds: [],
        receivedAt: new Date(Date.UTC(2026, 0, 1, index)),
      }));
      return new Accounts(store, await ingest.prepareBatch(deliveries));
    } finally {
      await mime.close();
    }
  }

  /** Adds accounts until there are `count`. */
  async fill(count: number): Promise<void> {
    while (this.#count < count) {
      const size = Math.min(AT_ONCE, count - this.#count);
      await this.#store.write(async (tx) => {
        for (let made = 0; made < size; made++) {
          const number = this.#count++;
          const isFull = number < FULL;
          const { id } = await createAccount(tx, { name: "Ann", email: `ann${number}@bench.example` });
          const inbox = (await findMailboxByRole(tx, id, "inbox"))!.id;
          const emails = this.#batch.emails
            .slice(0, isFull ? undefined : EMAILS_OF_OTHERS)
            .map((email) => ({ ...email, accountId: id, mailboxIds: [inbox] }));
          await insertEmails(tx, emails);
          if (!isFull) continue;
          const { secret } = await createToken(tx, { name: "bench", accountId: id });
          this.asked.push({ accountId: id, inbox, token: secret });
        }
      });
    }
  }
}
