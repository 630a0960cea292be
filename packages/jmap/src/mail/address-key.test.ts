import { expect, test } from "vitest";
import { addressKey, untaggedKey } from "./address-key.ts";

test.each([
  ["Anna@Mail.Example", "anna@mail.example"],
  [" anna@mail.example ", "anna@mail.example"],
  ["анна@Пример.рф", "анна@xn--e1afmkfd.xn--p1ai"],
  ["anna@XN--E1AFMKFD.xn--p1ai", "anna@xn--e1afmkfd.xn--p1ai"],
  ["anna@bücher.example", "anna@xn--bcher-kva.example"],
  ["no address", "no address"],
  ["a@ü/x", "a@ü/x"],
  ["a@ü b", "a@ü b"],
])("the key of %o is %o", (address, key) => expect(addressKey(address)).toBe(key));

test.each([
  ["You+Shop@Mail.example", "you@mail.example"],
  ["you+a+b@mail.example", "you@mail.example"],
  ["+shop@mail.example", "+shop@mail.example"],
  ["you@mail.example", "you@mail.example"],
])("the mailbox of %s is %s", (address, key) => {
  expect(untaggedKey(address)).toBe(key);
});
