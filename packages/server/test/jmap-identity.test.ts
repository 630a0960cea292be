import type { SetError } from "@pismo/jmap";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Jmap, jmap, type LooseArgs } from "./support/jmap.ts";

let t: Jmap;
beforeAll(async () => {
  t = await jmap();
});
afterAll(() => t.close());

const set = (args: LooseArgs) => t.call("Identity/set", args);
const refusal = async (given: LooseArgs): Promise<SetError | undefined> =>
  (await set({ create: { new: given } })).notCreated?.["new"];

describe("[8621 §6] identities", () => {
  test("every account has one, which stays", async () => {
    const { list } = await t.call("Identity/get", { ids: null });
    const own = {
      name: "",
      email: "you@pismo.localhost",
      replyTo: null,
      bcc: null,
      textSignature: "",
      htmlSignature: "",
    };
    expect(list).toEqual([{ id: expect.any(String) as string, mayDelete: false, ...own }]);
    const id = list[0]!.id!;
    expect((await set({ destroy: [id] })).notDestroyed).toMatchObject({ [id]: { type: "forbidden" } });
  });

  test("one is made, changed, told of in changes, and destroyed", async () => {
    const { state } = await t.call("Identity/get", { ids: [] });
    const made = await set({ create: { new: { email: "you@pismo.localhost", name: "Second" } } });
    const { id, ...rest } = made.created!["new"]!;
    expect(rest).toEqual({ replyTo: null, bcc: null, textSignature: "", htmlSignature: "", mayDelete: true });
    const patch = { textSignature: "— me", replyTo: [{ name: null, email: "r@x.example" }] };
    expect((await set({ update: { [id!]: patch } })).updated).toEqual({ [id!]: null });
    const { list } = await t.call("Identity/get", { ids: [id!] });
    expect(list[0]).toMatchObject({ name: "Second", ...patch });
    expect((await set({ update: { [id!]: { ...list[0], name: null } } })).notUpdated).toBeNull();
    expect((await t.call("Identity/changes", { sinceState: state })).created).toEqual([id]);
    expect((await set({ destroy: [id!] })).destroyed).toEqual([id]);
  });

  test("addresses without a name are told with one that is null", async () => {
    const given = {
      email: "you@pismo.localhost",
      replyTo: [{ email: "r@x.example" }],
      bcc: [{ email: "b@x.example" }],
    };
    const { created } = await set({ create: { new: given } });
    const { list } = await t.call("Identity/get", { ids: [created!["new"]!.id!] });
    expect(list[0]).toMatchObject({
      replyTo: [{ name: null, email: "r@x.example" }],
      bcc: [{ name: null, email: "b@x.example" }],
    });
  });

  test.each<[string, LooseArgs, LooseArgs]>([
    ["no address", { name: "x" }, { type: "invalidProperties", properties: ["email"] }],
    ["an address that is none", { email: "you" }, { type: "invalidProperties", properties: ["email"] }],
    ["an address elsewhere", { email: "me@x.example" }, { type: "forbiddenFrom" }],
    ["a name that is a number", { email: "you@pismo.localhost", name: 1 }, { properties: ["name"] }],
    ["what the server sets", { email: "you@pismo.localhost", mayDelete: false }, { properties: ["mayDelete"] }],
  ])("refuses %s", async (_, given, error) => {
    expect(await refusal(given)).toMatchObject(error);
  });

  test("a signature may have a picture in it, and a length that each letter can bring", async () => {
    const [{ id }] = (await t.call("Identity/get", {})).list as [{ id: string }];
    const picture = `<img src="data:image/png;base64,${"A".repeat(200_000)}" alt="A logo">`;
    expect((await set({ update: { [id]: { htmlSignature: picture } } })).updated).toEqual({ [id]: null });
    const { list } = await t.call("Identity/get", { ids: [id] });
    expect(list[0]).toMatchObject({ htmlSignature: picture });
    const tooLong = "A".repeat(1_000_001);
    const { notUpdated } = await set({ update: { [id]: { htmlSignature: tooLong } } });
    expect(notUpdated).toMatchObject({ [id]: { type: "tooLarge" } });
    expect(await refusal({ email: "you@pismo.localhost", textSignature: tooLong })).toMatchObject({ type: "tooLarge" });
  });

  test("the address of one never changes", async () => {
    const { list } = await t.call("Identity/get", {});
    const id = list[0]!.id!;
    const { notUpdated } = await set({ update: { [id]: { email: "x@pismo.localhost" }, i99: { name: "x" } } });
    expect(notUpdated).toMatchObject({ [id]: { properties: ["email"] }, i99: { type: "notFound" } });
  });
});
