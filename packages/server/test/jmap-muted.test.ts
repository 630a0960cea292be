/** A muted conversation: the keyword $muted on one of its Emails, and what arrives in it goes by. */
import type { Id } from "@pismo/jmap";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lines } from "./support/jmap.ts";
import { type ReceivingJmap, receivingJmap } from "./support/receiving-jmap.ts";

let t: ReceivingJmap;
beforeEach(async () => {
  t = await receivingJmap();
});
afterEach(() => t.close());

/** Delivers over SMTP. @returns the Email's id */
function receive(number: number, references: readonly number[] = [], subject = "Plan"): Promise<Id> {
  const ids = references.map((each) => `<${each}@x>`).join(" ");
  const message = lines(
    "From: anna@mail.example",
    `Subject: ${subject}`,
    `Message-ID: <${number}@x>`,
    ...(ids ? [`References: ${ids}`] : []),
    "",
    "text",
  );
  return t.receive(message);
}

const setMuted = (id: Id, isMuted: boolean) =>
  t.call("Email/set", { update: { [id]: { "keywords/$muted": isMuted || null } } });
const placeOf = async (id: Id) => {
  const { mailboxIds, keywords } = await t.email(id, ["mailboxIds", "keywords"]);
  return { mailboxIds: Object.keys(mailboxIds!), keywords: Object.keys(keywords!) };
};
const inbox = () => ({ mailboxIds: [t.role["inbox"]!], keywords: [] });
const wentBy = () => ({ mailboxIds: [t.role["archive"]!], keywords: ["$muted"] });

test("an answer goes to the archive, unread and muted itself; other letters come to the inbox", async () => {
  await setMuted(await receive(1), true);
  expect(await placeOf(await receive(2, [1], "Re: Plan"))).toEqual(wentBy());
  expect(await placeOf(await receive(3, [2], "Re: Plan"))).toEqual(wentBy());
  expect(await placeOf(await receive(4, [], "Something else"))).toEqual(inbox());
  const { list } = await t.call("Mailbox/get", { ids: [t.role["archive"]!] });
  expect(list[0]).toMatchObject({ totalEmails: 2, unreadEmails: 2, totalThreads: 1 });
});

test("it goes by where first-time senders wait, too", async () => {
  await setMuted(await receive(1), true);
  await t.call("Preferences/set", { update: { singleton: { screensInto: "Waiting room" } } });
  const stranger = lines(
    "From: eve@new.example",
    "Subject: Re: Plan",
    "Message-ID: <2@x>",
    "References: <1@x>",
    "",
    "text",
  );
  expect(await placeOf(await t.receive(stranger))).toEqual(wentBy());
  expect((await t.call("ScreenedSender/query", {})).ids).toEqual([]);
});

test("it holds when the letter that was muted has gone, and ends with the keyword", async () => {
  const first = await receive(1);
  await setMuted(first, true);
  const second = await receive(2, [1], "Re: Plan");
  await t.call("Email/set", { destroy: [first] });
  const third = await receive(3, [1, 2], "Re: Plan");
  expect(await placeOf(third)).toEqual(wentBy());
  for (const id of [second, third]) await setMuted(id, false);
  expect(await placeOf(await receive(4, [1, 2, 3], "Re: Plan"))).toEqual(inbox());
});

test("what a client puts into the inbox itself stays there", async () => {
  await setMuted(await receive(1), true);
  const { created } = await t.call("Email/set", {
    create: { e: { mailboxIds: { [t.role["inbox"]!]: true }, subject: "Re: Plan", references: ["1@x"] } },
  });
  expect(await placeOf(created!["e"]!.id!)).toEqual(inbox());
});
