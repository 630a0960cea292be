// @vitest-environment jsdom
import type { Identity } from "@pismo/jmap";
import { expect, test } from "vitest";
import { exchangeBelow, signatureBlock, splitSignature, withSignature } from "./signature-below.ts";

const signedBy = (textSignature: string): Identity => ({
  id: textSignature,
  name: "",
  email: "anna@mail.example",
  replyTo: null,
  bcc: null,
  textSignature,
  htmlSignature: "",
  mayDelete: true,
});
const [anna, shop, unsigned] = ["Anna", "The shop", ""].map(signedBy) as [Identity, Identity, Identity];
const message = { html: '<p>Yes</p><div class="pismo-quote"><p>No?</p></div>', text: "Yes\n\n> No?" };

test("[3676 §4.3] it ends the message, set off, and is found again in the draft", () => {
  const signed = withSignature(message, signatureBlock(anna));
  expect(signed.text).toBe("Yes\n\n> No?\n\n-- \nAnna");
  const { signature, ...rest } = splitSignature(signed.html, signed.text);
  expect(rest).toEqual(message);
  expect(signature?.text).toBe("-- \nAnna");
  expect(withSignature(rest, signature).text).toBe(signed.text);
});

test("a message without one is as it was", () => {
  expect(withSignature(message, signatureBlock(unsigned))).toEqual(message);
  expect(splitSignature(message.html, message.text)).toEqual({ ...message, signature: null });
});

test("one within a quote is another person's", () => {
  const html = '<p>Yes</p><div class="pismo-quote"><div class="pismo-signature">Boris</div></div>';
  expect(splitSignature(html, "Yes\n\n> -- \n> Boris")).toEqual({
    html,
    text: "Yes\n\n> -- \n> Boris",
    signature: null,
  });
});

test("nothing active comes out of a draft that another program wrote", () => {
  const html = `${message.html}<div class="pismo-signature"><p onclick="x()">A<script>x()</script></p></div>`;
  expect(splitSignature(html, "").signature?.html).toBe('<p style="margin: 0px;">A</p>');
});

test("another identity's takes its place; one that was taken away does not come back", () => {
  expect(exchangeBelow(signatureBlock(anna), anna, shop)).toEqual(signatureBlock(shop));
  expect(exchangeBelow(null, unsigned, shop)).toEqual(signatureBlock(shop));
  expect(exchangeBelow(signatureBlock(anna), anna, unsigned)).toBeNull();
  expect(exchangeBelow(null, anna, shop)).toBeNull();
});
