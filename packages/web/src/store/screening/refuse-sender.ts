/** Not: what a first-time sender writes from now on goes where that of blocked ones goes, by a rule as theirs. */
import type { Id, Mailbox } from "@pismo/jmap";
import { pathOf } from "../mailboxes/path-of.ts";
import { addRule } from "../rules/add-rule.ts";
import { blockingRule } from "../rules/blocking-rule.ts";
import { newRule } from "../rules/rule-script.ts";
import { request } from "../session/session.ts";
import { type FirstTimeSender, setSenderState } from "./first-time-senders.ts";

/** Of the sender's account, which may be one of several that are shown. */
async function spamOf(accountId: Id): Promise<{ id: Id; path: string } | undefined> {
  const properties: (keyof Mailbox)[] = ["id", "name", "parentId", "role"];
  const get = await request((calls) => calls.call("Mailbox/get", { accountId, ids: null, properties }));
  const mailboxes = get.result().list as Mailbox[];
  const junk = mailboxes.find(({ role }) => role === "junk");
  return junk && { id: junk.id, path: pathOf(junk, mailboxes) };
}

/** @returns what takes it back @throws ScriptFromElsewhere, ScriptChanged, SetFailure, and what the requests throw */
export async function refuseSender(sender: FirstTimeSender): Promise<() => Promise<void>> {
  const { accountId, address } = sender;
  const rule = blockingRule(newRule(), { kind: "address", text: address }, await spamOf(accountId));
  const takeOut = await addRule(accountId, rule, true);
  try {
    await setSenderState(sender, "refused");
  } catch (error) {
    await takeOut();
    throw error;
  }
  return async () => {
    await takeOut();
    await setSenderState(sender, "waiting");
  };
}
