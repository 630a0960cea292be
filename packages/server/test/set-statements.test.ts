/** How often Email/set asks the database about the Email that it changes: what is read twice is paid for by every key press. */
import { StatementSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Jmap, jmap } from "./support/jmap.ts";

let t: Jmap;
beforeAll(async () => {
  t = await jmap();
});
afterAll(() => t.close());

/** The statements that run while `work` does, with the transaction of the server in this process. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const spies = (["all", "get", "run"] as const).map((name) => {
    const usual = StatementSync.prototype[name] as (...params: unknown[]) => unknown;
    return vi.spyOn(StatementSync.prototype, name).mockImplementation(function spied(
      this: StatementSync,
      ...params: unknown[]
    ) {
      statements.push(this.sourceSQL);
      return usual.apply(this, params) as never;
    });
  });
  try {
    await work();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return statements;
}

const readsEmail = (sql: string): boolean => /\bselect\b[^]*\b(?:from|join) email(?:_content)?\b/.test(sql);

test("a keyword toggle reads its Email once, and nothing of its message", async () => {
  const id = await t.importMessage("Subject: Hello\r\nFrom: anna@x.example\r\n\r\ntext");
  const statements = await statementsOf(() => t.call("Email/set", { update: { [id]: { "keywords/$flagged": true } } }));
  expect((await t.email(id, ["keywords"])).keywords).toEqual({ $flagged: true });
  expect(statements.filter(readsEmail)).toHaveLength(1);
  expect(statements.filter((sql) => sql.includes("email_content"))).toEqual([]);
  expect(statements.filter((sql) => sql.startsWith("insert into email_keyword"))).toHaveLength(1);
});
