import type { Id, Invocation } from "@pismo/jmap";
import { expect, test } from "vitest";
import type { RemoteMember } from "../remote-members.ts";
import { RemoteFileIndex } from "./remote-file-index.ts";

const ids = Array.from({ length: 300 }, (_, at) => `e${at}`);

const letter = (id: Id) => ({
  id,
  receivedAt: "2026-01-01T00:00:00Z",
  from: null,
  subject: null,
  attachments: [
    { partId: "1", blobId: `b${id}`, name: "a.pdf", type: "application/pdf", size: 1, disposition: "attachment" },
  ],
});

const state = async () => "s1";
const roles = async () => ({});

/** A server that fails as no real one does when it is asked to: at every window but the first. */
function failingMember(): { member: RemoteMember; mend: () => void } {
  let isBroken = true;
  const ask = async (calls: readonly Invocation[]): Promise<Invocation[]> => {
    const { position = 0, limit = 0 } = calls[0]![1] as { position?: number; limit?: number };
    if (isBroken && position > 0) return [["error", { type: "serverFail" }, calls[0]![2]]];
    let window = ids.slice(position, position + limit);
    return calls.map(([name, args, id]): Invocation => {
      if (name === "Email/query") return [name, { ids: window }, id];
      window = (args["ids"] as Id[] | undefined) ?? window;
      return [name, { list: window.map(letter) }, id];
    });
  };
  const member: RemoteMember = {
    accountId: "a9",
    host: "mail.example",
    maxObjectsInGet: 500,
    maxObjectsInSet: 500,
    lasting: {},
    ask,
    state,
    roles,
    has: () => true,
    sortsBy: () => true,
    inBackground: () => member,
  };
  return { member, mend: () => (isBroken = false) };
}

test("a failure at a later window is said, what was read stays, and what is left is read once it can be", async () => {
  const index = new RemoteFileIndex();
  const { member, mend } = failingMember();
  await index.refresh(member);
  await expect.poll(() => index.hasFailed).toBe(true);
  expect([index.isWholeAt("s1"), index.files.length]).toEqual([false, 200]);
  await index.refresh(member);
  expect([index.hasFailed, index.files.length]).toEqual([true, 200]);
  mend();
  const whole = async (): Promise<boolean> => {
    await index.refresh(member);
    return index.isWholeAt("s1");
  };
  await expect.poll(whole).toBe(true);
  expect([index.hasFailed, index.files.length]).toEqual([false, 300]);
});
