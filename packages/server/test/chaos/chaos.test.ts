/** The short form; `npm run chaos -- 10` runs it for ten minutes. CHAOS_SEED makes the same choices again. */
import { expect, test } from "vitest";
import { postgresPrograms } from "../../../../scripts/postgres.mjs";
import { canRunDovecot } from "../servers/dovecot.ts";
import { runChaos } from "./chaos.ts";

const minutes = Number(process.env["CHAOS_MINUTES"] ?? 0.3);
const seed = Number(process.env["CHAOS_SEED"] ?? Math.floor(Math.random() * 1e6));

test.skipIf(!postgresPrograms() || !canRunDovecot)(
  "processes and the database die, and nothing is lost, sent twice or there twice",
  { timeout: minutes * 60_000 + 240_000, retry: 0 },
  async () => {
    const said: string[] = [];
    const say = (line: string): void => {
      said.push(line);
      if (process.env["CHAOS_MINUTES"]) process.stdout.write(`${line}\n`);
    };
    say(`seed ${seed}`);
    await runChaos({ seconds: minutes * 60, seed, say });
    expect(said.length).toBeGreaterThan(2);
  },
);
