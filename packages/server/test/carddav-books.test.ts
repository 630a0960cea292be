/** Several address books of one server: Radicale, by RFC 6352. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasRadicale, vCard } from "./support/radicale.ts";
import { SyncedContacts } from "./support/synced-contacts.ts";

let s: SyncedContacts;
beforeAll(async () => {
  if (hasRadicale) s = await SyncedContacts.start();
});
afterAll(() => s?.close());

const urlOf = (book: string): string => s.radicale.bookUrl.replace("/people/", `/${book}/`);

const called = (name: string): string =>
  `<propertyupdate xmlns="DAV:"><set><prop><displayname>${name}</displayname></prop></set></propertyupdate>`;

/** The names of a book's cards. */
async function namesIn(book: string): Promise<string[]> {
  const text = await (await s.radicale.ask("GET", urlOf(book))).text();
  return Array.from(text.matchAll(/^FN:(.*?)\r?$/gm), ([, name]) => name!).toSorted();
}

describe.skipIf(!hasRadicale)("two address books", () => {
  test("of one name stay two, also when the server is left and comes again", async () => {
    await s.radicale.makeBook("office");
    for (const book of ["people", "office"]) {
      const { status } = await s.radicale.ask("PROPPATCH", urlOf(book), called("Contacts"));
      expect(status).toBe(207);
    }
    await s.radicale.put("boris.vcf", vCard("boris", "Boris"));
    await s.radicale.ask("PUT", `${urlOf("office")}vera.vcf`, vCard("vera", "Vera"), { "content-type": "text/vcard" });
    const areTheirs = async (): Promise<void> => {
      await s.areSame(2);
      await s.look();
      await s.areSame(2);
      expect([await namesIn("people"), await namesIn("office")]).toEqual([["Boris"], ["Vera"]]);
      const { list } = await s.t.call("AddressBook/get", {});
      expect(list.map(({ name }) => name)).toEqual(["Contacts", "Contacts"]);
    };
    await s.put();
    await areTheirs();
    await s.t.call("AddressBookServer/remove", { keepsCards: true });
    await s.put();
    await areTheirs();
  });

  test("have a card that is put into both, and each loses the one that was merged into it", async () => {
    const [boris, vera] = [(await s.card("boris"))!, (await s.card("vera"))!];
    const phones = { p1: { number: "+7 900 1" } };
    await s.change("boris", { addressBookIds: { ...boris.addressBookIds, ...vera.addressBookIds }, phones });
    await s.t.call("ContactCard/set", { destroy: [vera.id] });
    await s.areSame(1);
    expect([await namesIn("people"), await namesIn("office")]).toEqual([["Boris"], ["Boris"]]);
    expect([...(await s.radicale.cards()).values()].join("")).toContain("TEL:+7 900 1");
  });
});
