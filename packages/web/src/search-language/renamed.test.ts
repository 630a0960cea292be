import { expect, test } from "vitest";
import { withNewNames } from "./renamed.ts";
import { parseSearch, type Search } from "./search.ts";

type Names = Record<string, string>;

function understood(text: string, labels: Names, folders: Names): Search {
  const named = (all: Names, name: string) => Object.entries(all).filter(([id, own]) => own === name || id === name);
  return parseSearch(text, {
    now: new Date("2026-06-01"),
    isMonthFirst: false,
    foldersNamed: (name) => named(folders, name).map(([id]) => id),
    labelNamed(name) {
      const [found] = named(labels, name);
      return found && { keyword: found[0], name: found[1] };
    },
    accountNamed: () => undefined,
  });
}

const before = { labels: { home: "House", tax: "Tax" }, folders: { m9: "Bills" } };

const after = (text: string, change: { labels?: Names; folders?: Names }): string => {
  const [labels, folders] = [
    { ...before.labels, ...change.labels },
    { ...before.folders, ...change.folders },
  ];
  const [was, is] = [understood(text, before.labels, before.folders), understood(text, labels, folders)];
  return withNewNames(text, was, is, (kind) => new Map(Object.entries(kind === "label" ? labels : folders)));
};

test.each<[string, { labels?: Names; folders?: Names }, string]>([
  ["label:House roof", { labels: { home: "Flat" } }, "label:Flat roof"],
  ["roof -метка:House", { labels: { home: "My flat" } }, 'roof -метка:"My flat"'],
  ['label:"House" roof', { labels: { home: "My flat" } }, 'label:"My flat" roof'],
  ["label:(House OR Tax) roof", { labels: { home: "My flat", tax: "T" } }, "label:(My flat OR T) roof"],
  ["in:Bills label:House", { labels: { home: "Flat" }, folders: { m9: "Paid bills" } }, 'in:"Paid bills" label:Flat'],
  ["in:Bills label:Tax", { labels: { home: "Flat" } }, "in:Bills label:Tax"],
  // What several are called, and what quotes would end, is named so that it is found.
  ["label:House", { labels: { home: "Tax" } }, "label:home"],
  ["label:House", { labels: { home: 'My "flat"' } }, "label:home"],
  ["label:(House OR Tax)", { labels: { home: "Flat OR hut" } }, "label:(home OR Tax)"],
  ["in:Bills", { folders: { m9: "All" } }, "in:m9"],
  // A name that it has beside the one that is shown.
  ["label:home", { labels: { home: "Flat" } }, "label:home"],
])("%s", (text, change, expected) => {
  expect(after(text, change)).toBe(expected);
});

const names = (folders: Names) => () => new Map(Object.entries(folders));

test("a name that another folder has too goes on to be that one's", () => {
  const were = { "a1-m9": "Bills", "a2-m9": "Bills" };
  const are = { ...were, "a1-m9": "Paid" };
  const was = understood("in:Bills", {}, were);
  expect(withNewNames("in:Bills", was, understood("in:Bills", {}, are), names(are))).toBe("in:Bills");
  const both = { "a1-m9": "Paid", "a2-m9": "Old" };
  expect(withNewNames("in:Bills", was, understood("in:Bills", {}, both), names(both))).toBe("in:Paid");
});

test("what is gone keeps its name", () => {
  const was = understood("label:House", before.labels, {});
  const is = understood("label:House", {}, {});
  expect(withNewNames("label:House", was, is, () => new Map())).toBe("label:House");
});
