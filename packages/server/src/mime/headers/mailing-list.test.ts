import { expect, test } from "vitest";
import { headersOf } from "./headers.ts";
import { mailingListOf } from "./mailing-list.ts";

const listOf = (...fields: string[]) => {
  const bytes = Buffer.from(["From: Anna Sender <Anna@Shop.example>", ...fields].join("\r\n"));
  return mailingListOf(headersOf(bytes, 0, bytes.length));
};

test("a message of a person, and a program's answer, is of no list", () => {
  expect(listOf("Subject: Hello")).toBeNull();
  expect(listOf("Precedence: bulk", "Auto-Submitted: auto-replied")).toBeNull();
  expect(listOf("Precedence: first-class")).toBeNull();
});

test("[2919 §3] the id stands between angle brackets, and compares without case", () => {
  const list = listOf(
    'List-Id: "Weekly =?utf-8?Q?Caf=C3=A9?=" <News.Shop.Example>',
    "List-Unsubscribe: <https://x.example>",
  );
  expect(list).toEqual({
    key: "i:news.shop.example",
    listId: "news.shop.example",
    phrase: "Weekly Café",
    name: "Anna Sender",
    address: "anna@shop.example",
    hasUnsubscribe: true,
  });
  expect(listOf("List-Id: news.shop.example (our news)")?.key).toBe(list?.key);
});

test("[2369 §3.4] a list to which one can write is called as it calls itself, not as one of its writers", () => {
  const list = listOf("List-Id: Gardeners <gardeners.lists.example>", "List-Post: <mailto:gardeners@lists.example>");
  expect(list).toMatchObject({ name: "Gardeners", address: "gardeners@lists.example", hasUnsubscribe: false });
  const unnamed = listOf("List-Id: <gardeners.lists.example>", "List-Post: <mailto:gardeners@lists.example>");
  expect(unnamed?.name).toBe("gardeners.lists.example");
});

test("without an id the sender is the list, whatever the letters of its address", () => {
  for (const field of ["List-Unsubscribe: <mailto:out@shop.example>", "Precedence: bulk", "List-Id: two words"]) {
    const list = listOf(
      field,
      "List-Unsubscribe-Post: x",
      ...(field.startsWith("List-Id") ? ["Precedence: list"] : []),
    );
    expect(list).toMatchObject({ key: "a:anna@shop.example", listId: null, name: "Anna Sender" });
  }
});

test("what is too long to be an id is none, and names are cut", () => {
  const long = "x".repeat(2000);
  expect(listOf(`List-Id: <${long}>`, "Precedence: list")).toMatchObject({ listId: null });
  expect(listOf(`List-Id: ${long} <a.example>`, "List-Post: <mailto:a@x.example>")).toMatchObject({
    name: "x".repeat(200),
    phrase: "x".repeat(200),
  });
});
