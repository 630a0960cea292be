import { SetFailure } from "@pismo/jmap";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createAccount, findAccountByAddress, listAccounts } from "../../src/store/auth/accounts.ts";
import {
  createBrowserSession,
  destroyBrowserSession,
  findBrowserSession,
} from "../../src/store/auth/browser-sessions.ts";
import {
  destroyIdentity,
  getIdentities,
  insertIdentity,
  updateIdentity,
} from "../../src/store/submission/identities.ts";
import { clearImportProgress, getImportProgress, setImportProgress } from "../../src/store/mail/import-progress.ts";
import { destroyMailbox, getMailboxes, insertMailbox, updateMailbox } from "../../src/store/mail/mailboxes.ts";
import { MAX_MAILBOX_DEPTH } from "../../src/store/mail/mailbox-rules.ts";
import {
  getPushSubscriptions,
  insertPushSubscription,
  listPushSubscriptions,
  updatePushSubscription,
} from "../../src/store/auth/push-subscriptions.ts";
import { hashOf } from "../../src/store/auth/secrets.ts";
import { createToken, findToken, listTokens, noteTokenUse, revokeToken } from "../../src/store/auth/tokens.ts";
import {
  ANSWER_AGAIN_AFTER_MS,
  claimVacationAnswer,
  getVacationResponse,
  updateVacationResponse,
} from "../../src/store/submission/vacation-responses.ts";
import { insertTestEmail, storeWithAccount, type TestStore } from "./test-store.ts";

let t: TestStore;
beforeEach(async () => {
  t = await storeWithAccount();
});
afterEach(() => t.store.close());

const inDay = () => new Date(Date.now() + 86_400_000);

test("an account has its six folders, an identity that stays, and its address without regard to case", async () => {
  await t.store.write(async (tx) => {
    expect((await getMailboxes(tx, t.accountId)).map(({ role }) => role)).toEqual([
      "inbox",
      "sent",
      "drafts",
      "archive",
      "junk",
      "trash",
    ]);
    const [identity] = await getIdentities(tx, t.accountId);
    expect(identity).toMatchObject({ email: "you@pismo.localhost", mayDelete: false });
    await expect(destroyIdentity(tx, t.accountId, identity!.id)).rejects.toMatchObject({
      error: { type: "forbidden" },
    });
    expect(await findAccountByAddress(tx, "YOU@Pismo.localhost")).toEqual(t.account);
    await createAccount(tx, { name: "Other", email: "Other@pismo.localhost" });
    expect((await listAccounts(tx)).map(({ email }) => email)).toEqual([
      "you@pismo.localhost",
      "other@pismo.localhost",
    ]);
  });
});

test("[8621 §6] an identity is made, changed and destroyed", async () => {
  await t.store.write(async (tx) => {
    const { id } = await insertIdentity(tx, t.accountId, {
      email: "me@x.example",
      replyTo: [{ name: null, email: "r@x.example" }],
    });
    await updateIdentity(tx, t.accountId, id, { textSignature: "— me", replyTo: null });
    expect((await getIdentities(tx, t.accountId, [id]))[0]).toMatchObject({
      textSignature: "— me",
      replyTo: null,
      mayDelete: true,
    });
    await destroyIdentity(tx, t.accountId, id);
    await expect(updateIdentity(tx, t.accountId, id, {})).rejects.toThrow(SetFailure);
  });
});

test("[8621 §2.5] a mailbox follows the rules of the tree", async () => {
  await t.store.write(async (tx) => {
    const make = (name: string, parentId: string | null = null) => insertMailbox(tx, t.accountId, { name, parentId });
    const outer = await make("Outer");
    const inner = await make("Inner", outer.id);
    await expect(make("Inner", outer.id)).rejects.toMatchObject({
      error: { type: "alreadyExists", existingId: inner.id, properties: ["name"] },
    });
    await expect(make("X", "m999")).rejects.toMatchObject({ error: { properties: ["parentId"] } });
    await expect(insertMailbox(tx, t.accountId, { name: "In", role: "inbox" })).rejects.toMatchObject({
      error: { properties: ["role"] },
    });
    await expect(updateMailbox(tx, t.accountId, outer.id, { parentId: inner.id })).rejects.toMatchObject({
      error: { properties: ["parentId"] },
    });
    await expect(updateMailbox(tx, t.accountId, outer.id, { parentId: outer.id })).rejects.toMatchObject({
      error: { properties: ["parentId"] },
    });
    await expect(destroyMailbox(tx, t.accountId, outer.id, true)).rejects.toMatchObject({
      error: { type: "mailboxHasChild" },
    });
    await expect(destroyMailbox(tx, t.accountId, t.mailbox.inbox, true)).rejects.toMatchObject({
      error: { type: "forbidden" },
    });
    await insertTestEmail(tx, t.accountId, [inner.id]);
    await expect(destroyMailbox(tx, t.accountId, inner.id, false)).rejects.toMatchObject({
      error: { type: "mailboxHasEmail" },
    });
    await destroyMailbox(tx, t.accountId, inner.id, true);
    let deepest = outer;
    for (let depth = 2; depth <= MAX_MAILBOX_DEPTH; depth++) deepest = await make("Deeper", deepest.id);
    await expect(make("Too deep", deepest.id)).rejects.toMatchObject({ error: { properties: ["parentId"] } });
  });
});

test("a token is known by its secret until it is revoked; the secret is not in the store", async () => {
  await t.store.write(async (tx) => {
    const { secret, token } = await createToken(tx, { name: "phone", accountId: t.accountId });
    expect(secret).toMatch(/^pismo_[\w-]{43}$/);
    expect(await findToken(tx, hashOf(secret))).toEqual(token);
    expect(await findToken(tx, hashOf(`${secret}x`))).toBeUndefined();
    await noteTokenUse(tx, token.id, new Date(5000));
    expect(await listTokens(tx)).toMatchObject([{ name: "phone", accountId: t.accountId, lastUsedAt: new Date(5000) }]);
    expect(JSON.stringify(await tx.all("select * from token"))).not.toContain(secret.slice(6));
    expect(await revokeToken(tx, token.id)).toBe(true);
    expect(await findToken(tx, hashOf(secret))).toBeUndefined();
    expect(await revokeToken(tx, token.id)).toBe(false);
  });
});

test("a browser's session ends by time and by hand", async () => {
  await t.store.write(async (tx) => {
    const { secret, id } = await createBrowserSession(tx, inDay());
    expect(await findBrowserSession(tx, secret)).toMatchObject({ id, accountId: null });
    await destroyBrowserSession(tx, id);
    expect(await findBrowserSession(tx, secret)).toBeUndefined();
    const old = await createBrowserSession(tx, new Date(Date.now() - 1));
    expect(await findBrowserSession(tx, old.secret)).toBeUndefined();
  });
});

test("[8621 §8] a vacation response answers each sender once in seven days, within its dates, and again after a change", async () => {
  await t.store.write(async (tx) => {
    const ask = (address: string, at: string | number) => claimVacationAnswer(tx, t.accountId, address, new Date(at));
    const day = "2026-05-05T00:00:00Z";
    expect(await ask("a@x.example", day)).toBe(false);
    const dates = { fromDate: "2026-05-01T00:00:00Z", toDate: "2026-06-01T00:00:00Z" };
    await updateVacationResponse(tx, t.accountId, { isEnabled: true, textBody: "Away", ...dates });
    expect(await getVacationResponse(tx, t.accountId)).toMatchObject({
      id: "singleton",
      isEnabled: true,
      textBody: "Away",
      ...dates,
    });
    expect(await ask("a@x.example", "2026-04-30T00:00:00Z")).toBe(false);
    expect(await ask("a@x.example", dates.toDate)).toBe(false);
    expect(await ask("a@x.example", day)).toBe(true);
    expect(await ask("A@X.example", day)).toBe(false);
    expect(await ask("b@x.example", day)).toBe(true);
    expect(await ask("a@x.example", Date.parse(day) + ANSWER_AGAIN_AFTER_MS)).toBe(true);
    // For others, or switched off and on, it is the same answer.
    await updateVacationResponse(tx, t.accountId, { isEnabled: false });
    await updateVacationResponse(tx, t.accountId, { isEnabled: true, contactsOnly: true });
    expect(await ask("b@x.example", day)).toBe(false);
    await updateVacationResponse(tx, t.accountId, { textBody: "Still away" });
    expect(await ask("b@x.example", day)).toBe(true);
  });
});

test("[8620 §7.2] a push subscription is a person's, active once verified, and ends", async () => {
  await t.store.write(async (tx) => {
    const base = {
      username: "you",
      deviceClientId: "d",
      url: "https://push.example/1",
      keys: null,
      types: ["Email"],
      verificationCode: "c",
      notifies: false,
      userAgent: null,
      sessionFamily: null,
    };
    const { id } = await insertPushSubscription(tx, { ...base, expires: inDay() });
    expect(await getPushSubscriptions(tx, "other")).toEqual([]);
    expect(await listPushSubscriptions(tx)).toMatchObject([{ id, isVerified: false }]);
    await expect(updatePushSubscription(tx, "other", id, { isVerified: true })).rejects.toThrow(SetFailure);
    await updatePushSubscription(tx, "you", id, { isVerified: true });
    expect(await listPushSubscriptions(tx)).toMatchObject([{ id, types: ["Email"], isVerified: true }]);
    await updatePushSubscription(tx, "you", id, { expires: new Date(Date.now() - 1) });
    expect(await listPushSubscriptions(tx)).toEqual([]);
  });
});

test("an import resumes where it stopped", async () => {
  await t.store.write(async (tx) => {
    expect(await getImportProgress(tx, t.accountId, "job")).toBeUndefined();
    await setImportProgress(tx, t.accountId, "job", 10);
    await setImportProgress(tx, t.accountId, "job", 2 ** 40);
    expect(await getImportProgress(tx, t.accountId, "job")).toEqual({ position: 2 ** 40 });
    await clearImportProgress(tx, t.accountId, "job");
    expect(await getImportProgress(tx, t.accountId, "job")).toBeUndefined();
  });
});
