import type { Id, PushSubscription } from "@pismo/jmap";
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Jmap, jmap, type LooseArgs } from "./support/jmap.ts";

let t: Jmap;
beforeAll(async () => {
  t = await jmap();
});
afterAll(() => t.close());

const url = "https://push.x.example/device";
const keys = { p256dh: randomBytes(65).toString("base64url"), auth: randomBytes(16).toString("base64url") };
const set = (args: LooseArgs) => t.call("PushSubscription/set", args);
const make = async (given: LooseArgs = {}): Promise<Partial<PushSubscription> & { id: Id }> => {
  const { created, notCreated } = await set({ create: { new: { deviceClientId: "d", url, ...given } } });
  if (!created) throw new Error(JSON.stringify(notCreated));
  return created["new"] as Partial<PushSubscription> & { id: Id };
};
const get = async (id: Id) => (await t.call("PushSubscription/get", { ids: [id] })).list[0];
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().replace(/\.\d+Z/, "Z");

describe("[8620 §7.2] push subscriptions", () => {
  test("are given back without url, keys and code", async () => {
    const { id, expires, ...rest } = await make();
    expect(rest).toEqual({ keys: null, types: null });
    expect(Date.parse(expires!)).toBeGreaterThan(Date.now() + 2 * 86_400_000);
    expect(await get(id)).toEqual({ id, deviceClientId: "d", expires, types: null, verificationCode: null });
    for (const property of ["url", "keys"]) {
      expect(await t.errorOf("PushSubscription/get", { properties: [property] })).toBe("forbidden");
    }
    expect(await t.errorOf("PushSubscription/get", { accountId: t.accountId })).toBe("invalidArguments");
  });

  test("live no longer than the server says", async () => {
    const { id, expires } = await make({ expires: inDays(365), keys, types: ["Email"] });
    expect(Date.parse(expires!)).toBeLessThan(Date.now() + 8 * 86_400_000);
    const soon = inDays(1);
    expect((await set({ update: { [id]: { expires: soon, types: null } } })).updated).toEqual({ [id]: null });
    expect(await get(id)).toMatchObject({ expires: soon, types: null });
    const { updated } = await set({ update: { [id]: { expires: inDays(365) } } });
    expect(Date.parse(updated![id]!.expires!)).toBeLessThan(Date.now() + 8 * 86_400_000);
  });

  test.each<[string, LooseArgs, string[]]>([
    ["no url", { url: undefined }, ["url"]],
    ["http to elsewhere", { url: "http://push.x.example/" }, ["url"]],
    ["another scheme", { url: "ftp://push.x.example/" }, ["url"]],
    ["a url that is none", { url: "push" }, ["url"]],
    ["no device", { deviceClientId: undefined }, ["deviceClientId"]],
    ["half of the keys", { keys: { auth: keys.auth } }, ["keys"]],
    ["keys of a wrong length", { keys: { ...keys, p256dh: keys.auth } }, ["keys"]],
    ["types as a string", { types: "Email" }, ["types"]],
    ["a code of one's own", { verificationCode: "mine" }, ["verificationCode"]],
    ["what does not exist", { colour: "red" }, ["colour"]],
  ])("refuse %s", async (_, given, properties) => {
    const { notCreated } = await set({ create: { new: { deviceClientId: "d", url, ...given } } });
    expect(notCreated).toMatchObject({ new: { type: "invalidProperties", properties } });
  });

  test("take the code that was pushed, and no other", async () => {
    const { id } = await make();
    const update = async (patch: LooseArgs, of = id) => (await set({ update: { [of]: patch } })).notUpdated?.[of];
    expect(await update({ verificationCode: "guess" })).toMatchObject({ properties: ["verificationCode"] });
    expect(await update({ url: "https://x.example" })).toMatchObject({ properties: ["url"] });
    expect(await update({ expires: null }, "p999")).toMatchObject({ type: "notFound" });
    expect(await update({ ...(await get(id)) })).toBeUndefined();
    expect((await get(id))?.verificationCode).toBeNull();
    // The code itself only goes to the endpoint
    const code = await t.store.read(async (reader) => {
      const row = await reader.get<{ code: string }>(
        "select verification_code as code from push_subscription where id = ?",
        Number(id.slice(1)),
      );
      return row?.code;
    });
    expect(await update({ verificationCode: code })).toBeUndefined();
    expect((await get(id))?.verificationCode).toBe(code);
  });

  test("end when they are destroyed, each once", async () => {
    const { id } = await make();
    expect(await set({ destroy: [id, "p999"] })).toMatchObject({
      destroyed: [id],
      notDestroyed: { p999: { type: "notFound" } },
    });
    const { notFound } = await t.call("PushSubscription/get", { ids: [id] });
    expect(notFound).toEqual([id]);
  });
});
