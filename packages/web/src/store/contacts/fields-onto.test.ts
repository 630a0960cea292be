/** A form over a card that another tab changes. */
import { expect, test } from "vitest";
import { changesOf, fieldsOf } from "./card-fields.ts";
import { conflictsOf, fieldsOnto } from "./fields-onto.ts";

const begun = {
  name: { components: [{ kind: "given", value: "Anna" }] },
  organizations: { o1: { name: "Acme" } },
  emails: { e1: { address: "a@x.example" }, e2: { address: "b@x.example" }, e3: { address: "c@x.example" } },
};

test("what another tab has changed stays, and what was typed is added to it", () => {
  const now = {
    ...begun,
    organizations: { o1: { name: "Bolt" } },
    notes: { n1: { note: "Hello" } },
    emails: { e1: { address: "A@x.example" }, e3: { address: "c@x.example" }, e4: { address: "d@x.example" } },
  };
  const fields = fieldsOf(begun);
  const [first, second, third] = fields.emails;
  const typed = {
    ...fields,
    surname: "Bel",
    emails: [
      first!,
      second!,
      { ...third!, value: "cc@x.example" },
      { key: "e4", value: "e@x.example", place: "" as const },
    ],
  };
  expect(changesOf(now, fieldsOnto(fields, typed, fieldsOf(now)))).toEqual({
    name: {
      components: [
        { kind: "given", value: "Anna" },
        { kind: "surname", value: "Bel" },
      ],
    },
    emails: {
      e1: { address: "A@x.example" },
      e3: { address: "cc@x.example" },
      n1: { address: "e@x.example" },
      e4: { address: "d@x.example" },
    },
  });
});

test("a form that was not touched changes nothing, whatever has changed elsewhere", () => {
  const now = { ...begun, organizations: {}, emails: { e9: { address: "z@x.example" } } };
  const fields = fieldsOf(begun);
  expect(changesOf(now, fieldsOnto(fields, fields, fieldsOf(now)))).toEqual({});
});

test("what both have changed is named with what stands elsewhere, and nothing else is", () => {
  const fields = fieldsOf(begun);
  const [first, second, third] = fields.emails;
  const typed = {
    ...fields,
    given: "Anna-Maria",
    surname: "Bel",
    organization: "Mine",
    emails: [{ ...first!, value: "mine@x.example" }, { ...second!, value: "b@x.example" }, third!],
  };
  const now = {
    ...fields,
    surname: "Bel",
    organization: "Theirs",
    note: "Hello",
    emails: [{ ...second!, value: "theirs@x.example" }, third!],
    birthday: { day: "1", month: "2", year: "" },
  };
  expect(conflictsOf(fields, typed, now)).toEqual([
    { field: "organization", theirs: "Theirs" },
    { field: "email", theirs: "" },
  ]);
  const birthday = { day: "3", month: "2", year: "" };
  expect(conflictsOf(fields, { ...fields, birthday }, now)).toEqual([{ field: "birthday", theirs: "1.2" }]);
});
