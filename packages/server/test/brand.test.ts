/** The administrator's own defaults, name and logo of the page. */
import Fastify from "fastify";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readLogo } from "../src/cli/read-logo.ts";
import { loadConfig } from "../src/config.ts";
import { branded, logoRoutes } from "../src/http/page/brand.ts";
import { themeNames } from "../src/setting-values.ts";

const web = join(import.meta.dirname, "../../web");
const page = readFileSync(join(web, "index.html"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "pismo-brand-"));
afterAll(() => rmSync(folder, { recursive: true }));

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#080"/></svg>';
const fileOf = (content: string | Uint8Array): string => {
  const file = join(folder, "logo");
  writeFileSync(file, content);
  return file;
};

test("the page has the defaults, the name and the logo, as attributes alone; without settings it stays ours", () => {
  const brand = { language: "en", theme: "dark", name: 'A "mail" <b>&', logo: undefined } as const;
  const changed = branded(page, brand);
  expect(changed).toContain('<html lang="en" data-default-lang="en" data-theme="dark" data-default-theme="dark"');
  expect(changed).toContain('data-name="A &quot;mail&quot; &lt;b&gt;&amp;">');
  expect(changed).toContain("<title>A &quot;mail&quot; &lt;b&gt;&amp;</title>");
  const logo = { type: "image/svg+xml", body: Buffer.from(svg) } as const;
  expect(branded(page, { ...brand, logo })).toMatch(/data-logo="\/brand\/logo-[0-9a-f]{16}\.svg"/);
  const ours = branded(page, { language: "ru", theme: "white", name: undefined, logo: undefined });
  expect(ours).toContain("<title>Pismo</title>");
  expect(ours).not.toContain("data-name");
});

test("a logo is served with its type, and as a document of its own it can do nothing", async () => {
  const app = Fastify();
  const logo = readLogo(fileOf(svg))!;
  const brand = { language: "ru", theme: "white", name: undefined, logo } as const;
  logoRoutes(app, brand);
  const [, url] = /data-logo="([^"]+)"/.exec(branded(page, brand))!;
  const answer = await app.inject({ url: url! });
  expect([answer.statusCode, answer.headers["content-type"], answer.body]).toEqual([200, "image/svg+xml", svg]);
  expect(answer.headers["content-security-policy"]).toBe("default-src 'none';style-src 'unsafe-inline';sandbox");
  await app.close();
});

test.each([
  `\uFEFF<?xml version="1.0"?>\n<!-- Ours -->\n${svg}`,
  svg.replace("<rect", '<defs><g id="a"/></defs><use href="#a"/><rect'),
  svg.replace("<rect", '<image href="data:image/png;base64,AAAA"/><rect fill="url(#a)"'),
])("a picture is taken: %s", (text) => {
  expect(readLogo(fileOf(text))?.type).toBe("image/svg+xml");
});

test("a PNG is known by its signature", () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]);
  expect(readLogo(fileOf(png))?.type).toBe("image/png");
});

test.each([
  ["<html><svg></svg></html>", "neither SVG nor PNG"],
  ["GIF89a", "neither SVG nor PNG"],
  ["x".repeat(300_000), "256 KB"],
  [svg.replace("<rect", "<script>alert(1)</script><rect"), "scripts"],
  [svg.replace("<rect", '<rect onload="alert(1)"'), "scripts"],
  [svg.replace("<rect", '<image href="https://tracker.example/x.png"/><rect'), "scripts"],
  [svg.replace("<rect", "<style>@import 'https://x.example'</style><rect"), "scripts"],
  [svg.replace("<rect", '<rect style="fill:url(https://x.example/a)"'), "scripts"],
  [svg.replace("<rect", "<foreignObject/><rect"), "scripts"],
  [svg.replace("<rect", '<a href="javascript:alert(1)"/><rect'), "scripts"],
])("what is no picture is refused in one line: %.40s", (text, reason) => {
  expect(() => readLogo(fileOf(text))).toThrow(new RegExp(`^PISMO_LOGO \\([^\\n]*${reason}[^\\n]*$`));
});

test("settings that cannot be used are named, and a logo that is not there", () => {
  for (const [name, value] of [
    ["PISMO_LANGUAGE", "fr"],
    ["PISMO_THEME", "mauve"],
    ["PISMO_NAME", "x".repeat(41)],
  ] as const) {
    expect(() => loadConfig({ [name]: value })).toThrow(`${name} must be`);
  }
  expect(() => readLogo(join(folder, "nothing"))).toThrow(/^PISMO_LOGO \([^\n]*ENOENT[^\n]*$/);
});

test("the themes of the setting are those of the web client", () => {
  const source = readFileSync(join(web, "src/themes/index.ts"), "utf8");
  const lists = [...source.matchAll(/export const (?:special|colour)Themes = \[([^\]]*)\]/g)];
  const names = lists.flatMap(([, list]) => [...list!.matchAll(/"(\w+)"/g)].map(([, name]) => name!));
  expect(names).toHaveLength(19);
  expect(themeNames.toSorted()).toEqual(names.toSorted());
});
