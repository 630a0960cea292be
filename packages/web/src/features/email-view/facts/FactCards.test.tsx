// @vitest-environment jsdom
import type { EmailFact, FactFieldName, FactKind, ShownFactField } from "@pismo/jmap";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { i18n } from "../../../i18n/index.ts";
import { FactCards } from "./FactCards.tsx";

afterEach(cleanup);

const field = (name: FactFieldName, value: string, more: Partial<ShownFactField> = {}): ShownFactField => ({
  name,
  key: name,
  value,
  source: "text",
  quote: value,
  isCorrected: false,
  originalValue: value,
  ...more,
});

const found = (kind: FactKind, ...fields: ShownFactField[]): EmailFact => ({
  id: "e1",
  senderCheck: "verified",
  supersededEvents: [],
  facts: [{ kind, fields }],
});

const plain = (text: string | null): string => (text ?? "").replaceAll(/[\s\u2009\u202f]+/g, " ");

test("an order is called by its shop, and says the rest in words, with where each was read", async () => {
  await i18n.changeLanguage("en");
  const order = found(
    "order",
    field("shop", "North\u202eshop"),
    field("sum", "4590.50 USD"),
    field("state", "shipped", { source: "json-ld", quote: null }),
    field("deliveryDay", "2026-12-05", { isCorrected: true, originalValue: "2026-12-06" }),
  );
  render(<FactCards found={order} />);
  const card = screen.getByRole("region", { name: "North‹U+202E›shop" });
  expect(within(card).getByText("$4,590.50")).toBeTruthy();
  expect(within(card).getByText("on its way")).toBeTruthy();
  expect(within(card).getByText("Saturday, December 5, 2026")).toBeTruthy();
  expect(within(card).getByText("from the markup").tagName).toBe("SPAN");
  expect(within(card).getByRole("button", { name: "corrected by you: show in the letter (Delivery)" })).toBeTruthy();
  expect(screen.queryByText("Unchecked sender")).toBeNull();
});

test("a sender that was not checked is said first", async () => {
  await i18n.changeLanguage("ru");
  render(<FactCards found={{ ...found("fine", field("sum", "1500.00 RUB")), senderCheck: "unchecked" }} />);
  expect(screen.getByText("Отправитель не проверен")).toBeTruthy();
  expect(plain(screen.getByRole("heading").textContent)).toBe("1 500 ₽");
});

test("what its subject or sender says is not in its text", async () => {
  await i18n.changeLanguage("en");
  render(<FactCards found={found("order", field("number", "20417", { quote: null }), field("sum", "12.00 USD"))} />);
  expect(screen.getByText("from the sender or subject").tagName).toBe("SPAN");
  expect(screen.getByRole("button", { name: "from the text: show in the letter (Sum)" })).toBeTruthy();
});

test("a link says where it leads, as computers read that where it deceives, and asks first", async () => {
  await i18n.changeLanguage("en");
  render(<FactCards found={found("registration", field("confirmUrl", "https://xn--80ak6aa92e.com/in?a=1"))} />);
  const link = screen.getByRole("link", { name: "Open: xn--80ak6aa92e.com" });
  expect(link.getAttribute("href")).toContain("#link:https%3A%2F%2Fxn--80ak6aa92e.com%2Fin%3Fa%3D1");
  cleanup();
  render(<FactCards found={found("fine", field("payUrl", "https://xn--e1afmkfd.xn--p1ai/pay"))} />);
  // It is asked about, too, and nothing is said against it.
  expect(screen.getByRole("link", { name: "Open: пример.рф" }).getAttribute("href")).toContain("#card:https%3A");
  cleanup();
  render(<FactCards found={found("registration", field("confirmUrl", "javascript:alert(1)"))} />);
  expect(screen.queryByRole("link")).toBeNull();
});

test.each([
  ["dueDay", "2026-11-30", "Pay by", "date"],
  ["sum", "1.250 KWD", "Sum", "text"],
  ["startAt", "2026-11-30", "Begins", "date"],
  ["startAt", "2026-11-30T10:00", "Begins", "datetime-local"],
] as const)("what is saved as it was is no correction: %s of %s", async (fieldName, value, label, type) => {
  await i18n.changeLanguage("en");
  render(<FactCards found={found("finance", field(fieldName, value))} />);
  fireEvent.click(screen.getByRole("button", { name: `Correct: ${label}` }));
  const input = screen.getByLabelText<HTMLInputElement>(label);
  expect([input.type, input.value]).toEqual([type, value]);
  fireEvent.submit(input);
  expect(screen.queryByLabelText(label)).toBeNull();
});

test("the form has what is to be corrected, and says what it cannot take", async () => {
  await i18n.changeLanguage("en");
  render(<FactCards found={found("finance", field("sum", "1250.00 USD"), field("dueDay", "2026-11-30"))} />);
  fireEvent.click(screen.getByRole("button", { name: "Correct: Sum" }));
  const input = screen.getByRole<HTMLInputElement>("textbox", { name: "Sum" });
  expect(input.value).toBe("1250.00 USD");
  fireEvent.change(input, { target: { value: "much" } });
  fireEvent.submit(input);
  expect(screen.getByRole("alert").textContent).toBe("Write a sum, such as 1234.50 USD");
  fireEvent.keyDown(input, { key: "Escape" });
  expect(screen.queryByRole("textbox")).toBeNull();
});
