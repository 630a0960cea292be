/**
 * The one-way flow of docs/ARCHITECTURE.md, checked: a folder may import only what its row names.
 * A new folder needs a row first.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { expect, test } from "vitest";

const mayImport: Record<string, string[]> = {
  images: [],
  jmap: [],

  "server/log": [],
  "server/roles": [],
  "server/suggestion": [],
  "server/setting-values": ["server/roles", "server/log"],
  "server/settings": ["server/setting-values", "server/roles", "server/log"],
  "server/config": ["server/settings", "server/suggestion"],
  "server/net": [],
  "server/facts": ["jmap"],
  "server/mime": ["jmap"],
  "server/sieve": ["server/mime", "jmap"],
  "server/worker": ["server/facts", "server/sieve", "server/mime", "server/store", "jmap"],
  "server/store": ["server/roles", "server/log", "server/mime", "jmap"],
  "server/ingest": [
    "server/sieve",
    "server/spam",
    "server/worker",
    "server/store",
    "server/mime",
    "server/log",
    "jmap",
  ],
  "server/files": ["server/worker", "server/mime", "server/store", "server/log", "jmap"],
  "server/fact-reader": [
    "server/ingest",
    "server/files",
    "server/worker",
    "server/mime",
    "server/store",
    "server/log",
    "jmap",
  ],
  "server/transfers": ["server/upstream", "server/worker", "server/mime", "server/store", "server/log", "jmap"],
  "server/snooze": ["server/upstream", "server/methods", "server/store", "server/log", "jmap"],
  "server/spam": ["server/worker", "server/store", "server/log", "jmap"],
  "server/web-push": ["server/net", "server/auth", "server/store"],
  "server/notify": ["server/web-push", "server/store", "server/log", "jmap"],
  "server/methods": [
    "server/sieve",
    "server/spam",
    "server/ingest",
    "server/worker",
    "server/mime",
    "server/store",
    "server/log",
    "jmap",
  ],
  "server/bridge": [
    "server/upstream",
    "server/net",
    "server/config",
    "server/ingest",
    "server/mime",
    "server/store",
    "server/log",
    "jmap",
  ],
  "server/bridge-thread": ["server/bridge", "server/ingest", "server/worker", "server/store", "server/log", "jmap"],
  "server/upstream": ["server/store", "server/log", "jmap"],
  "server/auth": ["server/store", "server/log", "jmap"],
  "server/http": [
    "server/web-push",
    "server/net",
    "server/auth",
    "server/upstream",
    "server/methods",
    "server/sieve",
    "server/config",
    "server/files",
    "server/ingest",
    "server/worker",
    "server/mime",
    "server/store",
    "server/log",
    "images",
    "jmap",
  ],
  "server/metrics": ["server/http", "server/auth", "server/worker", "server/store", "server/log"],
  "server/sample": ["server/ingest", "server/mime", "server/store", "jmap"],
  "server/cli": ["*"],
  "server/main": ["*"],

  "web/i18n": [],
  "web/themes": [],
  "web/ui": [],
  "web/message-html": [],
  "web/ical-vcard": ["jmap"],
  "web/search-language": ["jmap"],
  "web/store": ["web/search-language", "jmap"],
  "web/actions": ["web/store", "web/i18n", "jmap"],
  "web/mail-ui": ["web/actions", "web/store", "web/ui", "web/i18n", "jmap"],
  "web/file-preview": ["web/mail-ui", "web/store", "web/message-html", "web/ical-vcard", "web/ui", "web/i18n", "jmap"],
  "web/features": [
    "web/file-preview",
    "web/mail-ui",
    "web/actions",
    "web/store",
    "web/search-language",
    "web/message-html",
    "web/ical-vcard",
    "web/ui",
    "web/i18n",
    "web/themes",
    "images",
    "jmap",
  ],
  "web/app": ["web/features", "web/mail-ui", "web/actions", "web/store", "web/ui", "web/i18n", "web/themes", "jmap"],
  // It draws what the client will: by components without hooks, the style sheets and the rules.
  "web/initial-render": [
    "web/app",
    "web/features",
    "web/mail-ui",
    "web/store",
    "web/ui",
    "web/i18n",
    "web/themes",
    "jmap",
  ],
  "web/main": ["*"],
  "web/start": ["*"],
};

/** 'packages/server/src/store/mail/emails.ts' → 'server/store'; anything of the jmap package → 'jmap'. */
function layerOf(path: string): string {
  const [, pkg = "", src] = path.match(/^packages\/(\w+)\/(?:src\/([\w-]+))?/) ?? [];
  return pkg === "jmap" || pkg === "images" || !src ? pkg : `${pkg}/${src}`;
}

const sources = readdirSync("packages", { recursive: true, encoding: "utf8" })
  .map((file) => join("packages", file))
  .filter((file) => /^packages\/\w+\/src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));

function importsOf(file: string): string[] {
  const specs = readFileSync(file, "utf8").matchAll(/\b(?:from|import)\s*\(?\s*['"](\.[^'"]+|@pismo\/[^'"]+)/g);
  return [...specs].map(([, spec = ""]) =>
    spec.startsWith(".") ? join(dirname(file), spec) : `${spec.replace("@pismo", "packages")}/`,
  );
}

test("imports flow one way", () => {
  const wrong = sources.flatMap((file) => {
    const from = layerOf(file);
    const allowed = mayImport[from] ?? [];
    return importsOf(file)
      .map(layerOf)
      .filter((to) => to !== from && !allowed.includes("*") && !allowed.includes(to))
      .map((to) => `${file} must not import ${to}`);
  });
  expect(wrong).toEqual([]);
});

test("every folder has a row in the table", () => {
  expect([...new Set(sources.map(layerOf))].filter((layer) => !mayImport[layer])).toEqual([]);
});

test("features do not import each other", () => {
  const wrong = sources
    .filter((file) => layerOf(file) === "web/features")
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => layerOf(target) === "web/features" && target.split("/")[4] !== file.split("/")[4])
        .map((target) => `${file} must not import ${target}`),
    );
  expect(wrong).toEqual([]);
});
