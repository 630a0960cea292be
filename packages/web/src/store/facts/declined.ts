/** What a person does not come to is no deadline of theirs. */
import { type Deadline, DEADLINES, type Id } from "@pismo/jmap";
import { hasCapability } from "../session/has-capability.ts";
import { getSession, request } from "../session/session.ts";

/** After an answer to the invitation in a letter, which has gone out: a failure leaves the shelf as it is. */
export async function noteAnswer(
  accountId: Id,
  emailId: Id,
  answer: "accepted" | "tentative" | "declined",
): Promise<void> {
  if (!hasCapability(getSession(), accountId, DEADLINES)) return;
  try {
    const get = await request((calls) => {
      const query = calls.call("Deadline/query", { accountId, filter: { emailId } });
      return calls.call("Deadline/get", { accountId, "#ids": query.ref("/ids") });
    });
    const found = (get.result().list as Deadline[]).filter(({ kind }) => kind === "appointment");
    // Of a repeated one the first stands for all.
    const changed = answer === "declined" ? found.slice(0, 1) : found.filter(({ state }) => state === "dismissed");
    if (changed.length === 0) return;
    const state = answer === "declined" ? "dismissed" : "open";
    const update = Object.fromEntries(changed.map(({ id }) => [id, { state }]));
    await request((calls) => calls.call("Deadline/set", { accountId, update }));
  } catch {
    // It can be sent away there.
  }
}
