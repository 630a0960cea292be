/** Sieve scripts: RFC 9661. */
import { type Id, MAX_SIEVE_SCRIPT, MAX_SIEVE_SCRIPTS, type SetError, SIEVE, type SieveCapability } from "@pismo/jmap";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Jmap, jmap, type LooseArgs } from "./support/jmap.ts";

let t: Jmap;
beforeAll(async () => {
  t = await jmap();
});
afterAll(() => t.close());

let made = 0;
const name = (): string => `Script of test ${++made}`;
const valid = 'require "fileinto";\nif header :contains "subject" "order" { fileinto "Orders"; }\n';
const upload = (text: string): Promise<Id> => t.upload(text, "application/sieve");
const set = (args: LooseArgs) => t.call("SieveScript/set", args);

async function create(text = valid, properties: LooseArgs = { name: name() }): Promise<Id> {
  const { created, notCreated } = await set({ create: { s: { blobId: await upload(text), ...properties } } });
  expect(notCreated).toBeNull();
  return created!["s"]!.id!;
}
const script = async (id: Id) => (await t.call("SieveScript/get", { ids: [id] })).list[0];
const active = async (): Promise<Id[]> => (await t.call("SieveScript/query", { filter: { isActive: true } })).ids;
async function problemOf(properties: LooseArgs): Promise<SetError> {
  const { notCreated } = await set({ create: { s: properties } });
  return notCreated!["s"]!;
}
async function read(blobId: Id): Promise<string> {
  const response = await t.client.download(t.accountId, blobId, "script.sieve");
  return Buffer.from(await response.arrayBuffer()).toString();
}

test("[9661 §1.3] the account says what scripts may do", async () => {
  const { accounts, capabilities } = await t.client.session();
  expect(capabilities[SIEVE]).toEqual({ implementation: expect.any(String) as string });
  const capability = accounts[t.accountId]!.accountCapabilities[SIEVE] as SieveCapability;
  expect(capability.maxSizeScriptName).toBeGreaterThanOrEqual(512);
  expect(capability.sieveExtensions).toContain("fileinto");
  expect(capability.sieveExtensions).toEqual(expect.arrayContaining(["vacation", "reject", "ereject"]));
  expect(capability.maxNumberRedirects).toBe(4);
});

test("[9661 §2] a script has a name and a blob, and is not active", async () => {
  const called = name();
  const id = await create(valid, { name: called });
  expect(await script(id)).toEqual({ id, name: called, blobId: expect.any(String) as string, isActive: false });
  expect(await read((await script(id))!.blobId!)).toBe(valid);
});

test("what is not of the standard is told where it is asked for", async () => {
  const id = await create();
  const { list } = await t.call("SieveScript/get", { ids: [id], properties: ["name", "lastFailure"] });
  expect(list).toEqual([{ id, name: (await script(id))!.name, lastFailure: null }]);
});

test("[9661 §2] without a name the server gives one", async () => {
  const ids = [await create(valid, {}), await create(valid, { name: null })];
  const names = await Promise.all(ids.map(async (id) => (await script(id))!.name));
  expect(new Set(names).size).toBe(2);
});

test.each([
  ["a mistake", 'keep;\nfileinto "A";', 'line 2: "fileinto" needs require "fileinto"'],
  ["what is not offered", 'require "enotify";', 'line 1: the extension "enotify" is not offered here'],
  ["an address to send on to that is none", 'redirect "b.example";', 'line 1: "b.example" is no address'],
  [
    "an address to send on to that is the mailbox's own",
    'keep;\nredirect "You+loop@pismo.localhost";',
    'line 2: letters sent on to "You+loop@pismo.localhost" come back: it is the address of this mailbox',
  ],
])("[9661 §2.3] invalidSieve names the line of %s", async (_, text, description) => {
  const blobId = await upload(text);
  expect(await problemOf({ name: name(), blobId })).toMatchObject({ type: "invalidSieve", description });
  const { error } = await t.call("SieveScript/validate", { blobId });
  expect(error).toMatchObject({ type: "invalidSieve", description });
});

test("a script does not send letters on to an address that the person has not allowed", async () => {
  const blobId = await upload('require "copy";\nif true { redirect :copy "ann@b.example"; }');
  const refused = {
    type: "redirectNotAllowed",
    addresses: ["ann@b.example"],
    description: "line 2: it is not allowed that letters are sent on to ann@b.example",
  };
  expect(await problemOf({ name: name(), blobId })).toMatchObject(refused);
  const { error } = await t.call("SieveScript/validate", { blobId });
  expect(error).toMatchObject(refused);
});

test("[9661 §2.5] validate stores nothing", async () => {
  const before = await t.call("SieveScript/get", { ids: null });
  expect(await t.call("SieveScript/validate", { blobId: await upload(valid) })).toMatchObject({ error: null });
  expect(await t.call("SieveScript/get", { ids: null })).toEqual(before);
});

test("octets that are no text are refused, and so is what is too long", async () => {
  const blobId = await t.upload(new Uint8Array([0x23, 0xff, 0x0a]), "application/sieve");
  expect(await problemOf({ name: name(), blobId })).toMatchObject({ type: "invalidSieve" });
  const long = await upload(`#${"x".repeat(MAX_SIEVE_SCRIPT)}`);
  expect(await problemOf({ name: name(), blobId: long })).toMatchObject({ type: "tooLarge" });
});

test.each<[string, LooseArgs, string]>([
  ["an empty name", { name: " " }, "invalidProperties"],
  ["a name of two lines", { name: "a\nb" }, "invalidProperties"],
  ["a long name", { name: "я".repeat(257) }, "invalidProperties"],
  ["isActive", { isActive: true }, "invalidProperties"],
  ["a blob that is not there", { blobId: "Gnone" }, "blobNotFound"],
])("%s is refused", async (_, properties, type) => {
  const error = await problemOf({ name: name(), blobId: await upload(valid), ...properties });
  expect(error.type).toBe(type);
});

test("a name is of one script alone", async () => {
  const called = name();
  const id = await create(valid, { name: called });
  const blobId = await upload(valid);
  expect(await problemOf({ name: called, blobId })).toMatchObject({ type: "alreadyExists", existingId: id });
  const other = await create();
  const { notUpdated } = await set({ update: { [other]: { name: called } } });
  expect(notUpdated![other]).toMatchObject({ type: "alreadyExists", existingId: id });
  const twins = name();
  const both = await set({ create: { a: { name: twins, blobId }, b: { name: twins, blobId } } });
  expect(Object.keys(both.created!)).toEqual(["a"]);
  expect(both.notCreated!["b"]!.type).toBe("alreadyExists");
});

test("a script is renamed and rewritten", async () => {
  const id = await create();
  const called = name();
  const blobId = await upload("discard;");
  const { updated, notUpdated } = await set({ update: { [id]: { name: called, blobId } } });
  expect([updated, notUpdated]).toEqual([{ [id]: null }, null]);
  expect(await script(id)).toEqual({ id, name: called, blobId, isActive: false });
  const wrong = await upload("discrad;");
  const refused = await set({ update: { [id]: { blobId: wrong } } });
  expect(refused.notUpdated![id]).toMatchObject({ type: "invalidSieve" });
  expect((await script(id))!.blobId).toBe(blobId);
});

test("[9661 §2.3] one script is active, and what has changed is told", async () => {
  const first = await create();
  const second = await create();
  const activated = await set({ onSuccessActivateScript: first });
  expect(activated.updated).toEqual({ [first]: { isActive: true } });
  expect(activated.newState).not.toBe(activated.oldState);
  const moved = await set({ onSuccessActivateScript: second });
  expect(moved.updated).toEqual({ [first]: { isActive: false }, [second]: { isActive: true } });
  expect(await active()).toEqual([second]);
  // What fails activates nothing.
  await set({ destroy: ["y999999"], onSuccessActivateScript: first });
  expect(await active()).toEqual([second]);
  await set({ onSuccessActivateScript: "y999999" });
  expect(await active()).toEqual([second]);
  const { notDestroyed } = await set({ destroy: [second] });
  expect(notDestroyed![second]!.type).toBe("sieveIsActive");
  const off = await set({ onSuccessDeactivateScript: true });
  expect(off.updated).toEqual({ [second]: { isActive: false } });
  expect(await active()).toEqual([]);
  expect((await set({ destroy: [first, second] })).destroyed).toEqual([first, second]);
});

test("[9661 §2.3] a script is active as it is created", async () => {
  const blobId = await upload(valid);
  const { created, updated } = await set({
    create: { s: { name: name(), blobId } },
    onSuccessActivateScript: "#s",
  });
  expect([created!["s"]!.isActive, updated]).toEqual([true, null]);
  const id = created!["s"]!.id!;
  await set({ onSuccessDeactivateScript: true });
  expect((await set({ destroy: [id] })).notDestroyed).toBeNull();
});

test("[9661 §2.4] scripts are found by name, in order", async () => {
  const mark = `Found ${++made}`;
  const b = await create(valid, { name: `${mark} b` });
  const a = await create(valid, { name: `${mark} a` });
  const query = (args: LooseArgs) => t.call("SieveScript/query", { filter: { name: mark }, ...args });
  expect(await query({ sort: [{ property: "name" }], calculateTotal: true })).toMatchObject({
    ids: [a, b],
    total: 2,
    canCalculateChanges: false,
  });
  expect((await query({ sort: [{ property: "name", isAscending: false }], limit: 1 })).ids).toEqual([b]);
  expect(await t.errorOf("SieveScript/query", { sort: [{ property: "blobId" }] })).toBe("unsupportedSort");
});

test("what a script says stays readable while it has it", async () => {
  const id = await create(`${valid}# ${name()}`);
  const { blobId } = (await script(id))!;
  await t.store.write((tx) => tx.run("delete from upload where expires_at < ?", Date.now() + 10 * 86_400_000));
  expect(await read(blobId!)).toContain("Orders");
  await set({ destroy: [id] });
  const left = await t.store.read((reader) =>
    reader.get<{ expires_at: number }>("select expires_at from upload where blob_id = ?", blobId!),
  );
  expect(left!.expires_at).toBeLessThan(Date.now() + 2 * 86_400_000);
});

test(`an account has at most ${MAX_SIEVE_SCRIPTS} scripts`, async () => {
  const blobId = await upload(valid);
  const { ids } = await t.call("SieveScript/query", {});
  const records = Array.from({ length: MAX_SIEVE_SCRIPTS - ids.length + 1 }, () => ({ name: name(), blobId }));
  const { created, notCreated } = await set({ create: Object.fromEntries(records.entries()) });
  expect(Object.keys(created!)).toHaveLength(MAX_SIEVE_SCRIPTS - ids.length);
  expect(Object.values(notCreated!).map(({ type }) => type)).toEqual(["overQuota"]);
});
