import { expect, test } from "vitest";
import { calendarsOnce } from "../../src/store/migrations/0078-calendars-once.ts";
import { reportsUnlisted } from "../../src/store/migrations/0083-reports-unlisted.ts";
import { calendarsOnce as onPostgres } from "../../src/store/postgres/migrations/0038-calendars-once.ts";
import { reportsUnlisted as reportsUnlistedOnPostgres } from "../../src/store/postgres/migrations/0043-reports-unlisted.ts";
import { workOffBacklog, beginBacklog } from "../../src/store/files/backlog.ts";
import { jmap, lines } from "../support/jmap.ts";
import { isOnPostgres } from "../support/memory-store.ts";

const letter = (number: number): string =>
  lines(
    "From: Ivan <i@x.example>",
    `Subject: Letter ${number}`,
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "text",
    "--b",
    `Content-Disposition: attachment; filename="note${number}.txt"`,
    "",
    "note",
    "--b--",
  );

test("Emails that were stored before the table of files get theirs, once, with what finds them", async () => {
  const t = await jmap();
  try {
    const ids = [];
    for (let number = 0; number < 5; number++) ids.push(await t.importMessage(letter(number)));
    await t.call("Email/set", { update: { [ids[1]!]: { mailboxIds: { [t.role["trash"]!]: true } } } });
    const before = await t.call("File/query", {});
    expect(before.ids).toHaveLength(4);
    await t.store.write(async (tx) => {
      await tx.run("delete from file where email_id < 4");
      await tx.run("delete from file_search");
      await tx.run(beginBacklog);
    });
    expect((await t.call("File/query", {})).ids.length).toBeLessThan(4);
    while (await workOffBacklog(t.store));
    expect((await t.call("File/query", {})).ids).toEqual(before.ids);
    expect((await t.call("File/query", { filter: { text: "ivan note0" } })).ids).toHaveLength(1);
    expect(await workOffBacklog(t.store)).toBe(false);
  } finally {
    await t.close();
  }
});

const invitation = lines(
  "From: Ivan <i@x.example>",
  "Subject: Come",
  "MIME-Version: 1.0",
  'Content-Type: multipart/mixed; boundary="b"',
  ...['text/calendar; name="invite.ics"', 'text/plain; name="map.txt"'].flatMap((type) => [
    "",
    "--b",
    `Content-Type: ${type}`,
    "Content-Disposition: attachment",
    "",
    "text",
  ]),
  "--b--",
);

test("a calendar that was listed twice is listed once, and the others of its letter stay", async () => {
  const t = await jmap();
  try {
    for (let number = 0; number < 3; number++) await t.importMessage(letter(number));
    const id = await t.importMessage(invitation);
    const before = await t.call("File/query", {});
    // As it was stored before: the calendar beside the text is the first.
    await t.store.write(async (tx) => {
      await tx.run("update file set id = id + 1 where part_id = '2' and email_id = ?", Number(id.slice(1)));
      await tx.run("update file set id = id + 1 where part_id = '1' and email_id = ?", Number(id.slice(1)));
      await tx.run(
        `insert into file (account_id, id, email_id, part_id, name, type, kind, is_image, size, received_at, name_key, from_key, is_listed, is_unread)
         select account_id, id - 1, email_id, '0', null, type, kind, is_image, size, received_at, '', from_key, 1, 0
           from file where part_id = '1' and email_id = ?`,
        Number(id.slice(1)),
      );
      await tx.run(isOnPostgres ? onPostgres : calendarsOnce);
    });
    expect((await t.call("File/query", {})).ids).toHaveLength(6);
    while (await workOffBacklog(t.store));
    expect((await t.call("File/query", {})).ids).toEqual(before.ids);
    expect((await t.call("File/query", { filter: { text: "map" } })).ids).toHaveLength(1);
  } finally {
    await t.close();
  }
});

const report = (kind: string, status: string, original: string): string =>
  lines(
    "From: Mail Delivery System <mailer-daemon@x.example>",
    "Subject: Undelivered",
    "MIME-Version: 1.0",
    `Content-Type: multipart/report; report-type=${kind}; boundary="b"`,
    ...["text/plain", status, original].flatMap((type) => [
      "",
      "--b",
      `Content-Type: ${type}`,
      "",
      "Subject: Lost",
      "",
      "x",
    ]),
    "--b--",
  );

test("parts of reports are no files; those that were listed go, and a letter that was forwarded as a file stays", async () => {
  const t = await jmap();
  try {
    const reports = [
      await t.importMessage(report("delivery-status", "message/delivery-status", "message/rfc822")),
      await t.importMessage(report("delivery-status", "message/global-delivery-status", "text/rfc822-headers")),
      await t.importMessage(report("disposition-notification", "message/disposition-notification", "message/rfc822")),
    ];
    await t.importMessage(report("x", "text/plain", "message/rfc822"));
    await t.importMessage(letter(1));
    const before = await t.call("File/query", {});
    expect(before.ids).toHaveLength(2);
    // As they were stored before.
    await t.store.write(async (tx) => {
      for (const id of reports) {
        await tx.run(
          `insert into file (account_id, id, email_id, part_id, name, type, kind, is_image, size, received_at, name_key, from_key, is_listed, is_unread)
           select account_id, ?1 * 1024 + 1, ?1, '2', null, 'message/delivery-status', 'other', 0, 1, received_at, '', '', 1, 0
             from email where id = ?1`,
          Number(id.slice(1)),
        );
      }
      await tx.run(isOnPostgres ? reportsUnlistedOnPostgres : reportsUnlisted);
    });
    expect((await t.call("File/query", {})).ids).toHaveLength(5);
    while (await workOffBacklog(t.store));
    expect((await t.call("File/query", {})).ids).toEqual(before.ids);
  } finally {
    await t.close();
  }
});
