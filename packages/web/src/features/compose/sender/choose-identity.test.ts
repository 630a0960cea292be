import type { EmailAddress, Identity } from "@pismo/jmap";
import { describe, expect, test } from "vitest";
import { besidesIdentity, identityElsewhere, identityForAnswer, withIdentity } from "./choose-identity.ts";

const identity = (email: string, name = "", bcc: EmailAddress[] | null = null): Identity => ({
  id: `${name} ${email}`,
  name,
  email,
  replyTo: null,
  bcc,
  textSignature: "",
  htmlSignature: "",
  mayDelete: true,
});
const address = (email: string, name: string | null = null): EmailAddress => ({ name, email });

const own = identity("anna@mail.example", "Anna");
const shop = identity("shop@mail.example", "The shop");
const tagged = identity("anna+club@mail.example", "Anna of the club");
const all = [own, shop, tagged];

describe("who answers", () => {
  test.each<[string, EmailAddress[], EmailAddress[], Identity | undefined]>([
    ["the address that it came to", [], [address("x@y.example"), address("SHOP@Mail.example")], shop],
    ["an address with a tag of its own", [], [address("anna+club@mail.example")], tagged],
    ["an address with another tag", [], [address("anna+news@mail.example")], own],
    ["to whom it is addressed, before where it was delivered", [], [address("shop@mail.example"), own], shop],
    ["who wrote in the conversation last", [address("x@y.example"), tagged, shop], [own], tagged],
    ["an address of others: none of them", [address("x@y.example")], [address("list@y.example")], undefined],
  ])("%s", (_, writers, recipients, expected) => {
    expect(identityForAnswer(all, { writers, recipients })).toBe(expected);
  });

  test("of two with one address the one of that name", () => {
    const other = identity("anna@mail.example", "A. Petrova");
    const writers = [address("anna@mail.example", "A. Petrova")];
    expect(identityForAnswer([own, other], { writers, recipients: [] })).toBe(other);
  });
});

describe("who writes in another account", () => {
  const main = identity("boris@other.example", "Anna");
  const news = identity("news@other.example", "News");
  const ofShop = identity("sales@other.example", "The shop");
  const sameShop = identity("SHOP@mail.example", "Boris for the shop");

  test.each<[string, Identity[], Parameters<typeof identityElsewhere>[2], Identity | undefined]>([
    ["who did earlier", [main, ofShop, news], { before: shop, isAlias: true, earlier: news.id }, news],
    ["the same address", [main, ofShop, sameShop], { before: shop, isAlias: true, earlier: undefined }, sameShop],
    ["an alias of that name", [main, ofShop], { before: shop, isAlias: true, earlier: undefined }, ofShop],
    ["the own one for an own one", [news, main], { before: own, isAlias: false, earlier: undefined }, main],
    [
      "the own one for an alias of no name",
      [main],
      { before: identity("a@x.example"), isAlias: true, earlier: "gone" },
      main,
    ],
    ["none where there is none", [], { before: own, isAlias: false, earlier: undefined }, undefined],
  ])("%s", (_, identities, given, expected) => {
    expect(identityElsewhere(identities, main.email, given)).toBe(expected);
  });
});

describe("the blind copy of an identity", () => {
  const copied = identity("shop@mail.example", "", [address("Archive@mail.example")]);

  test("comes and goes with it, and others stay", () => {
    const given = [address("friend@y.example")];
    const chosen = withIdentity({ identity: own, bcc: given }, copied);
    expect(chosen.bcc).toEqual([...given, ...copied.bcc!]);
    expect(withIdentity(chosen, own).bcc).toEqual(given);
  });

  test("is not what the person wrote", () => {
    expect(besidesIdentity([address("archive@MAIL.example"), address("b@y.example")], copied)).toEqual([
      address("b@y.example"),
    ]);
  });
});
