// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { changeLanguage } from "../i18n/index.ts";
import { fileName, letterFileName } from "./file-names.ts";

beforeEach(() => changeLanguage("en"));

const letter = { blobId: "B1", name: null, type: "message/rfc822" };

test("a file has its name, and without one a word for it", () => {
  expect(fileName({ blobId: "B", name: " a.pdf ", type: "application/pdf" })).toBe("a.pdf");
  expect(fileName({ blobId: "B", name: " ", type: "application/pdf" })).toBe("Unnamed file");
  expect(fileName({ ...letter, name: "Plan.eml" }, new Map([["B1", "Budget"]]))).toBe("Plan.eml");
});

test("a letter without a name is called by its subject, safe on every system, or by a word", () => {
  expect(fileName(letter)).toBe("Letter.eml");
  expect(fileName(letter, new Map([["B1", null]]))).toBe("Letter.eml");
  expect(fileName({ ...letter, type: "message/global" }, new Map([["B1", "Re: план/смета\u202e"]]))).toBe(
    "Re_ план_смета_.eml",
  );
  expect(fileName({ ...letter, blobId: null })).toBe("Letter.eml");
  expect(letterFileName("con")).toBe("con_.eml");
});

test("a calendar without a name is an event, as in most invitations", () => {
  expect(fileName({ blobId: "B", name: null, type: "text/calendar" })).toBe("Event.ics");
  expect(fileName({ blobId: "B", name: "invite.ics", type: "text/calendar" })).toBe("invite.ics");
});

test("the word is that of the language", async () => {
  await changeLanguage("ru");
  expect(fileName({ blobId: "B", name: null, type: "text/calendar" })).toBe("Событие.ics");
  expect(fileName(letter)).toBe("Письмо.eml");
});
