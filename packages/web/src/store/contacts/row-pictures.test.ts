import { expect, test } from "vitest";
import type { SomeCard } from "./card-names.ts";
import { picturesIn } from "./row-pictures.ts";

const uri = "data:image/png;base64,iVBORw0KGgo=";
const card = (address: string, picture: string): SomeCard => ({
  id: address,
  emails: { e: { address } },
  media: { m: { kind: "photo", uri: picture } },
});

test("pictures that lie in the card of just this address, and are not too large", () => {
  const cards = [
    card("Anna@mail.example", uri),
    card("hanna@mail.example", uri),
    card("far@mail.example", "https://elsewhere.example/a.png"),
    card("large@mail.example", `data:image/png;base64,${"A".repeat(200_000)}`),
  ];
  const keys = ["anna@mail.example", "far@mail.example", "large@mail.example", "none@mail.example"];
  expect([...picturesIn(cards, keys)]).toEqual([
    ["anna@mail.example", uri],
    ["far@mail.example", null],
    ["large@mail.example", null],
    ["none@mail.example", null],
  ]);
});

test("of two cards with one address the first that has a picture counts", () => {
  const bare = { id: "a", emails: { e: { address: "anna@mail.example" } } };
  const other = "data:image/png;base64,AAAA";
  const cards = [bare, card("anna@mail.example", uri), card("anna@mail.example", other)];
  expect([...picturesIn(cards, ["anna@mail.example"])]).toEqual([["anna@mail.example", uri]]);
});
