/** What a browser fetches before a list can stand, as served: held to a bound, so that it grows by decision and not by accident. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";

const dist = "packages/web/dist";
const bound = 160_000;

/** What stands before the initial render, which draws the list. */
const firstBound = 16_000;

const octets = (path: string): number => {
  const compressed = `${dist}${path}.br`;
  return statSync(existsSync(compressed) ? compressed : `${dist}${path}`).size;
};

// Without a build there is nothing to measure: `npm test` builds first.
test.skipIf(!existsSync(`${dist}/index.html`))("the JavaScript before the list stands is at most 160 kB", () => {
  const page = readFileSync(`${dist}/index.html`, "utf8");
  const scripts = [...page.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, path = ""]) => path);
  expect(scripts.some((path) => path.includes("EmailListPage"))).toBe(true);
  // One of the two languages comes with them.
  const texts = readdirSync(`${dist}/assets`).filter((file) => /^(?:ru|en)-[\w-]+\.js$/.test(file));
  expect(texts).toHaveLength(2);
  const inPage = /<script[^>]*>([^]+?)<\/script>/.exec(page)?.[1]?.length ?? 0;
  expect(inPage).toBeGreaterThan(0);
  const all = scripts.reduce(
    (sum, path) => sum + octets(path),
    Math.max(...texts.map((file) => octets(`/assets/${file}`))) + inPage,
  );
  expect(all).toBeLessThanOrEqual(bound);
});

test.skipIf(!existsSync(`${dist}/index.html`))("the initial render takes no framework with it: at most 16 kB", () => {
  const page = readFileSync(`${dist}/index.html`, "utf8").replace(/<template id="client">[^]+<\/template>/, "");
  const modules = [...page.matchAll(/(?:type="module"[^>]*src|rel="modulepreload"[^>]*href)="(\/[^"]+\.js)"/g)];
  expect(modules).toHaveLength(1);
  expect(octets(modules[0]![1]!)).toBeLessThanOrEqual(firstBound);
});
