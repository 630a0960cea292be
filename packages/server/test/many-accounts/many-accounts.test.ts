/** `npm run test:accounts`: a process costs by the accounts that are in use, not by those that the database has. */
import { expect, test } from "vitest";
import { postgresPrograms } from "../../../../scripts/postgres.mjs";
import { canRunDovecot } from "../servers/dovecot.ts";
import { type Cost, ManyAccounts } from "./many-accounts.ts";

const total = Number(process.env["MANY_ACCOUNTS"] ?? 0);
const FEW = 1000;
const IN_USE = 100;
const SECONDS = 60;
/** Of a live account: its commands, its inbox, its messages. Eight turns at a time have one each. */
const MAX_IMAP = IN_USE * 3 + 8;
const MORE_MB = 64;
const STATEMENTS_OF_TURN = 150;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function sayCost(name: string, { megabytes, imap, database, statements, processorMs, turns }: Cost): void {
  say(
    `${name}: ${megabytes.toFixed(0)} MB, ${imap} connections to the mail server, ${database} to the database; ` +
      `a minute: ${turns.toFixed(0)} turns, ${statements.toFixed(0)} statements, ${processorMs.toFixed(0)} ms of processor time`,
  );
}

test.skipIf(total === 0 || !postgresPrograms() || !canRunDovecot)(
  "what a process takes depends on the accounts in use",
  { timeout: 3_600_000, retry: 0 },
  async () => {
    const accounts = await ManyAccounts.start(say);
    try {
      // Their first sync, which is not measured.
      await accounts.serve(FEW, IN_USE);
      await accounts.serve(FEW, IN_USE);
      const few = await accounts.cost(SECONDS);
      sayCost(`${FEW} accounts`, few);
      await accounts.serve(total, IN_USE);
      const many = await accounts.cost(SECONDS);
      sayCost(`${total} accounts`, many);

      const newlySeenMs = await accounts.openIdle();
      say(`An account that is opened: its new letter is there after ${newlySeenMs.toFixed(0)} ms`);

      expect(Math.max(few.imap, many.imap)).toBeLessThanOrEqual(MAX_IMAP + 3);
      expect(many.database).toBeLessThanOrEqual(few.database + 2);
      expect(many.megabytes - few.megabytes).toBeLessThan(MORE_MB);
      // Those in use look every minute; a commit is read for its accounts alone.
      for (const { statements, turns } of [few, many])
        expect(statements).toBeLessThan(STATEMENTS_OF_TURN * (turns + IN_USE * 2));
      expect(many.processorMs / many.turns).toBeLessThan((2 * few.processorMs) / few.turns);
    } finally {
      await accounts.close();
    }
  },
);
