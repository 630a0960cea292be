/** Which folder of the server is for what: found by its name, and put right by the person. */
import type { Id, Mailbox } from "@pismo/jmap";
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import type { Mirrors } from "../../src/bridge/imap/sync/mirrors.ts";
import { createLogger } from "../../src/log.ts";
import { createAccount } from "../../src/store/auth/accounts.ts";
import { putImapServer } from "../../src/store/mirror/imap-accounts.ts";
import { vaultWith } from "../../src/store/auth/vault.ts";
import { canRunDovecot, type Dovecot, poorCapability, startDovecot } from "../servers/dovecot.ts";
import { testMirrors } from "../support/mirrors.ts";
import { type TestServer, testServer } from "../support/server.ts";
import { foreignClient, testMessage } from "./mirrored.ts";

/** As webmail and programs of these languages name them: sent, drafts, archive, junk, trash. */
const names: Record<string, [string, string, string, string, string]> = {
  English: ["Sent Items", "Drafts", "Archives", "Junk E-mail", "Deleted Items"],
  Russian: ["Отправленные", "Черновики", "Архив", "Спам", "Корзина"],
  German: ["Gesendete Objekte", "Entwürfe", "Archiv", "Junk-E-Mail", "Papierkorb"],
  French: ["Éléments envoyés", "Brouillons", "Archives", "Courrier indésirable", "Corbeille"],
  Spanish: ["Enviados", "Borradores", "Archivo", "Correo no deseado", "Papelera"],
  Italian: ["Posta inviata", "Bozze", "Archivio", "Posta indesiderata", "Cestino"],
  Portuguese: ["Itens Enviados", "Rascunhos", "Arquivo", "Lixo eletrônico", "Lixeira"],
  Polish: ["Wysłane", "Kopie robocze", "Archiwum", "Wiadomości-śmieci", "Kosz"],
  Dutch: ["Verzonden", "Concepten", "Archief", "Ongewenste e-mail", "Prullenbak"],
  Swedish: ["Skickat", "Utkast", "Arkiv", "Skräppost", "Papperskorgen"],
  Ukrainian: ["Відправлені", "Чернетки", "Архів", "Спам", "Кошик"],
  Turkish: ["Gönderilenler", "Taslaklar", "Arşiv", "Önemsiz", "Çöp Kutusu"],
  Chinese: ["已发送", "草稿箱", "归档", "垃圾邮件", "已删除"],
  Japanese: ["送信済み", "下書き", "アーカイブ", "迷惑メール", "ゴミ箱"],
  Korean: ["보낸편지함", "임시보관함", "보관함", "스팸메일함", "휴지통"],
};
const roles = ["sent", "drafts", "archive", "junk", "trash"];

describe.skipIf(!canRunDovecot)("folders for something, on a server that does not name them", () => {
  let dovecot: Dovecot;
  let server: TestServer;
  let mirrors: Mirrors | undefined;
  const vault = vaultWith(randomBytes(32));

  beforeEach(async () => {
    dovecot = await startDovecot({ specialFolders: {}, capability: poorCapability });
    server = await testServer();
  });
  afterEach(async () => {
    await mirrors?.close();
    await server.close();
    await dovecot.stop();
  });

  const add = (username: string): Promise<Id> =>
    server.store.write(async (tx) => {
      const { id } = await createAccount(tx, { name: username, email: `${username}@example.org` });
      const at = { host: "127.0.0.1", port: dovecot.port, security: "plain", smtpUrl: null } as const;
      await putImapServer(tx, id, { ...at, username, password: "secret" }, vault);
      return id;
    });
  const start = async () => {
    mirrors = await testMirrors(server, {
      vault,
      log: createLogger("silent"),
      firstPauseMs: 20,
      passIntervalMs: 600_000,
    });
  };
  const upToDate = (accountId: Id) =>
    eventually(async () => {
      const { list } = await server.client.call("MirrorStatus/get", { accountId });
      expect(list).toMatchObject([{ state: "upToDate", waiting: 0 }]);
    });
  const mailboxes = async (accountId: Id): Promise<Mailbox[]> =>
    (await server.client.call("Mailbox/get", { accountId })).list as Mailbox[];
  const named = async (accountId: Id, name: string): Promise<Mailbox> =>
    (await mailboxes(accountId)).find((mailbox) => mailbox.name === name)!;

  test("they are found by their names in fifteen languages", async () => {
    const accounts = new Map<string, Id>();
    for (const [index, [language, folders]] of Object.entries(names).entries()) {
      const client = await foreignClient(dovecot.port, `user${index}`);
      for (const [at, folder] of folders.entries()) {
        await client.mailboxCreate(folder);
        await client.append(folder, testMessage(roles[at]!));
      }
      client.close();
      accounts.set(language, await add(`user${index}`));
    }
    await start();
    for (const [language, accountId] of accounts) {
      await upToDate(accountId);
      // Each message is in the folder with the role that is its subject.
      const found: Record<string, unknown> = {};
      for (const { id, role } of await mailboxes(accountId)) {
        const { ids } = await server.client.call("Email/query", { accountId, filter: { inMailbox: id } });
        if (ids.length === 0) continue;
        const { list } = await server.client.call("Email/get", { accountId, ids, properties: ["subject"] });
        found[String(role)] = list.map(({ subject }) => subject).join();
      }
      expect([language, found]).toEqual([language, Object.fromEntries(roles.map((role) => [role, role]))]);
    }
  });

  test("a person says which one it is: messages stay, new ones go there, and later passes leave it so", async () => {
    const client = await foreignClient(dovecot.port, "ann");
    await client.mailboxCreate("Copies of what I wrote");
    await client.append("Copies of what I wrote", testMessage("old"));
    const accountId = await add("ann");
    await start();
    await upToDate(accountId);
    const before = await mailboxes(accountId);
    const [mine, unused] = [
      await named(accountId, "Copies of what I wrote"),
      before.find(({ role }) => role === "sent")!,
    ];
    expect(mine.role).toBeNull();
    const set = await server.client.call("Mailbox/set", { accountId, update: { [mine.id]: { role: "sent" } } });
    expect(set.notUpdated).toBeNull();

    const after = await mailboxes(accountId);
    expect(after.filter(({ role }) => role === "sent").map(({ id }) => id)).toEqual([mine.id]);
    // It was never on the server, and nothing was in it.
    expect(after.map(({ id }) => id)).not.toContain(unused.id);
    await server.ingest.deliver({ accountId, bytes: Buffer.from(testMessage("new")), mailboxIds: [mine.id] });
    await eventually(async () => {
      await client.mailboxOpen("Copies of what I wrote", { readOnly: true });
      const subjects = (await client.fetchAll("1:*", { envelope: true })).map(
        ({ envelope }) => envelope?.subject ?? "",
      );
      expect(new Set(subjects)).toEqual(new Set(["new", "old"]));
    });

    await mirrors!.close();
    await start();
    await server.client.call("MirrorStatus/look", { accountId });
    await upToDate(accountId);
    expect((await named(accountId, "Copies of what I wrote")).role).toBe("sent");
    expect((await client.list()).map(({ path }) => path).toSorted()).toEqual(["Copies of what I wrote", "INBOX"]);
    client.close();
  });

  test("two folders swap their roles, and a role without a folder gets one", async () => {
    const client = await foreignClient(dovecot.port, "bob");
    for (const folder of ["Archive", "Trash", "Old"]) await client.append(await made(folder), testMessage(folder));
    async function made(folder: string): Promise<string> {
      await client.mailboxCreate(folder);
      return folder;
    }
    const accountId = await add("bob");
    await start();
    await upToDate(accountId);
    const [archive, trash, old] = [
      await named(accountId, "Archive"),
      await named(accountId, "Trash"),
      await named(accountId, "Old"),
    ];
    const update = { [archive.id]: { role: "trash" }, [trash.id]: { role: "archive" } };
    expect((await server.client.call("Mailbox/set", { accountId, update })).notUpdated).toBeNull();
    expect([(await named(accountId, "Archive")).role, (await named(accountId, "Trash")).role]).toEqual([
      "trash",
      "archive",
    ]);

    // Old takes what Archive had; nothing else has it then, and Archive keeps its messages.
    const second = { [old.id]: { role: "trash" } };
    expect((await server.client.call("Mailbox/set", { accountId, update: second })).notUpdated).toBeNull();
    expect(await named(accountId, "Archive")).toMatchObject({
      role: null,
      totalEmails: 1,
      myRights: { mayDelete: true },
    });
    const third = { [old.id]: { role: "junk" } };
    await server.client.call("Mailbox/set", { accountId, update: third });
    const all = await mailboxes(accountId);
    for (const role of ["inbox", ...roles]) expect(all.filter((mailbox) => mailbox.role === role)).toHaveLength(1);
    client.close();
  });

  test("the inbox stays the inbox, and a local mailbox keeps its six", async () => {
    const accountId = await add("cleo");
    await start();
    await upToDate(accountId);
    const inbox = (await mailboxes(accountId)).find(({ role }) => role === "inbox")!;
    const set = await server.client.call("Mailbox/set", { accountId, update: { [inbox.id]: { role: "trash" } } });
    expect(set.notUpdated?.[inbox.id]).toMatchObject({ type: "invalidProperties", properties: ["role"] });
    const here = { accountId: server.accountId, create: { own: { name: "Own" } } };
    const { created } = await server.client.call("Mailbox/set", here);
    const id = created!["own"]!.id!;
    const refused = await server.client.call("Mailbox/set", {
      ...here,
      create: null,
      update: { [id]: { role: "sent" } },
    });
    expect(refused.notUpdated?.[id]).toMatchObject({ properties: ["role"] });
  });
});
