/** The commands of docs/operating.md for PostgreSQL. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { expect, inject, test } from "vitest";
import { postgresPrograms } from "../../../../scripts/postgres.mjs";
import { commandLine } from "../support/command-line.ts";
import { createDatabase } from "../support/memory-store.ts";
import { blocksOf, sandbox } from "../support/operating-guide.ts";

test("a dump, and the mailbox in a database of its own again", async () => {
  const pismo = commandLine();
  const database = await createDatabase(inject("templateUrl"));
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    const env = {
      PISMO_DATABASE_URL: database.url,
      PISMO_SECRET_KEY: Buffer.alloc(32, 5).toString("base64"),
      // Of the server's version.
      PATH: `${postgresPrograms()}:${process.env["PATH"]}`,
    };
    const place = sandbox(pismo);
    const letter = join(place.backups, "a.eml");
    writeFileSync(letter, "Subject: Dumped\n\nbody\n");
    expect(await pismo.run(["mailbox", "add", "anna"], env)).toMatchObject({ code: 0 });
    expect(await pismo.run(["import", letter], env)).toMatchObject({ code: 0 });
    const blocks = blocksOf("postgres");
    expect(blocks).toHaveLength(2);
    const answers = [];
    for (const block of blocks)
      answers.push(await place.run(block, { ...env, PATH: `${join(place.backups, "../bin")}:${env.PATH}` }));
    expect(answers).toMatchObject([{ code: 0 }, { code: 0, output: expect.stringContaining("anna@pismo.localhost") }]);
    const restored = new URL(database.url);
    restored.pathname = "/pismo_restored";
    const found = await pismo.run(["check"], { ...env, PISMO_DATABASE_URL: restored.href });
    expect(found).toMatchObject({ code: 0 });
  } finally {
    await pismo.close();
    await client.query("drop database if exists pismo_restored with (force)");
    await client.end();
    await database.drop();
  }
});
