// @vitest-environment jsdom
import { expect, test } from "vitest";
import { en as first } from "./en/index.ts";
import { i18n } from "./index.ts";
import { ru as russianFirst } from "./ru/index.ts";

type Tree = { [key: string]: string | Tree };

/** What comes along with what is fetched later. */
const later = Object.values(
  import.meta.glob<{ ru: Tree; en: Tree }>(["./lazy/*.ts", "!./lazy/add-texts.ts"], { import: "texts", eager: true }),
);
const merged = (one: Tree, other: Tree): Tree => {
  const result = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const before = result[key];
    result[key] = typeof value === "object" && typeof before === "object" ? merged(before, value) : value;
  }
  return result;
};
const ru = later.reduce<Tree>((all, texts) => merged(all, texts.ru), russianFirst);
const en = later.reduce<Tree>((all, texts) => merged(all, texts.en), first);

function leaves(tree: Tree, path = ""): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[`${path}${key}`, value] as [string, string]] : leaves(value, `${path}${key}.`),
  );
}

const plural = /_(?:zero|one|two|few|many|other)$/;
const keys = (tree: Tree): string[] => [...new Set(leaves(tree).map(([key]) => key.replace(plural, "")))].sort();
const values = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name).sort();

test("Russian and English hold the same keys", () => {
  expect(keys(en)).toEqual(keys(ru));
});

test("no text is empty, none has lost a value of its other half", () => {
  const russian = new Map(leaves(ru));
  for (const [key, text] of leaves(en)) {
    expect(text.trim()).not.toBe("");
    expect([key, values(text)]).toEqual([key, values(russian.get(key) ?? "")]);
  }
  for (const [, text] of russian) expect(text.trim()).not.toBe("");
});

test("plurals have every form that their language asks for", () => {
  for (const [tree, forms] of [
    [ru, ["few", "many", "one", "other"]],
    [en, ["one", "other"]],
  ] as const) {
    const found: Record<string, string[]> = {};
    for (const [key] of leaves(tree)) {
      const form = key.match(plural)?.[0].slice(1);
      if (form) (found[key.replace(plural, "")] ??= []).push(form);
    }
    for (const [key, own] of Object.entries(found)) expect([key, own.sort()]).toEqual([key, forms]);
  }
});

test("every key that the source names is in the catalogues", () => {
  const sources = import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.test.{ts,tsx}"], {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const known = new Set(keys(ru));
  const named = Object.values(sources).flatMap((source) =>
    [
      ...source.matchAll(
        /"((?:shell|settings|list|letter|compose|actions|categories|search|signIn|units|mirror|outbox|servers|sessions|folderRoles|reading|files|preview)\.[\w.]*\w)"/g,
      ),
    ].map(([, key = ""]) => key),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((key) => !known.has(key) && !/\.(ts|tsx|css)$/.test(key))).toEqual([]);
});

test("the English labels are the specification's", () => {
  const t = i18n.getFixedT("en");
  const labels: Record<string, string> = {
    "shell.compose": "Compose",
    "shell.inbox": "Inbox",
    "shell.important": "Important",
    "shell.sent": "Sent",
    "shell.drafts": "Drafts",
    "shell.archive": "Archive",
    "shell.spam": "Spam",
    "shell.trash": "Trash",
    "shell.newFolder": "New folder",
    "settings.settings": "Settings",
    "settings.appearance": "Appearance",
    "settings.changeLanguage": "Change language",
    "settings.language": "Language",
    "settings.chooseLanguage": "Choose language",
    "shell.filter.filter": "Filter",
    "shell.filter.filters": "Filters",
    "shell.filter.all": "All emails",
    "shell.filter.unread": "Unread",
    "shell.filter.flagged": "Flagged",
    "shell.filter.important": "Important",
    "shell.filter.files": "With attachments",
    "shell.filter.reset": "Reset all",
    "compose.send": "Send",
    "compose.cancel": "Cancel",
    "compose.addFiles": "Add files",
    "compose.to": "To",
    "compose.subject": "Subject",
    "compose.placeholder": "Compose ...",
    "compose.filesSize": "Files size",
    "compose.clear": "Clear",
    "letter.download": "Download",
    "letter.downloadAll": "Download all",
    "shell.back": "Back",
    "units.today": "Today",
  };
  expect(Object.fromEntries(Object.keys(labels).map((key) => [key, t(key)]))).toEqual(labels);
});

test("the empty states are the specification's", () => {
  expect([i18n.getFixedT("ru")("list.empty"), i18n.getFixedT("ru")("list.noMore")]).toEqual([
    "Писем нет",
    "Писем больше нет",
  ]);
  expect([i18n.getFixedT("en")("list.empty"), i18n.getFixedT("en")("list.noMore")]).toEqual([
    "No letters",
    "No more letters",
  ]);
});

test("namespace translation, fallback ru, no escaping in interpolation", () => {
  expect(i18n.options).toMatchObject({ defaultNS: "translation", fallbackLng: ["ru"] });
  expect(i18n.hasResourceBundle("ru", "translation") && i18n.hasResourceBundle("en", "translation")).toBe(true);
  expect(i18n.getFixedT("fr")("shell.inbox")).toBe("Входящие");
  expect(i18n.getFixedT("en")("shell.folders.deleteTitle", { name: '<b> & "c"' })).toContain('<b> & "c"');
});
