/** The modules of the packages and what each of them imports, read by the parser that comes with Vite. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { parseSync } from "vite";

const isModule = (file) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts");
const isTest = (file) => /\.test\.tsx?$/.test(file);

/** Files below `folder` of a checkout, as paths from its root. */
export function filesBelow(root, folder) {
  const top = join(root, folder);
  if (!existsSync(top)) return [];
  return readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/(^|\/)(node_modules|dist)(\/|$)/.test(entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}

const packagesOf = (root) =>
  readdirSync(join(root, "packages")).filter((name) => existsSync(join(root, "packages", name, "src")));

/** Every module of the product, without its tests. */
export const sourceModules = (root) =>
  packagesOf(root)
    .flatMap((name) => filesBelow(root, `packages/${name}/src`))
    .filter((file) => isModule(file) && !isTest(file));

/** "@pismo/jmap" → "packages/jmap/src/index.ts" */
function exportsOf(root) {
  return new Map(
    packagesOf(root).flatMap((folder) => {
      const { name, exports = {} } = JSON.parse(readFileSync(join(root, "packages", folder, "package.json"), "utf8"));
      const targets = typeof exports === "string" ? { ".": exports } : exports;
      return Object.entries(targets).map(([key, target]) => [join(name, key), join("packages", folder, target)]);
    }),
  );
}

const isErased = (entries) => entries.length > 0 && entries.every((entry) => entry.isType);

/** What a module names: the specifier, the names that come from it, and whether they are types alone. */
function specifiersOf(module, text) {
  const imported = module.staticImports.map(({ moduleRequest, entries, start }) => ({
    specifier: moduleRequest.value,
    names: entries.map(({ importName }) => importName.name ?? "*"),
    isType: isErased(entries) || /^import\s+type\b/.test(text.slice(start, start + 20)),
  }));
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries
      .filter((entry) => entry.moduleRequest)
      .map(({ moduleRequest, importName, exportName, isType }) => ({
        specifier: moduleRequest.value,
        names: [importName.name ?? "*"],
        exported: exportName.name === null ? "all" : [exportName.name],
        isType,
      })),
  );
  const dynamic = module.dynamicImports
    .map(({ moduleRequest: { start, end } }) => /^["'`]([^"'`]+)["'`]$/.exec(text.slice(start, end))?.[1])
    .filter((specifier) => specifier !== undefined)
    .map((specifier) => ({ specifier, names: ["*"], isDynamic: true }));
  // `new Worker(new URL("./x.ts", import.meta.url))` starts a module as an import does.
  const started = [...text.matchAll(/new URL\(\s*["'](\.[^"']+\.tsx?)["']/g)].map(([, specifier]) => ({
    specifier,
    names: ["*"],
    isDynamic: true,
  }));
  return [...imported, ...exported, ...dynamic, ...started];
}

/**
 * @param {string} root a checkout
 * @returns module → the modules that it imports
 */
export function importGraph(root) {
  const named = exportsOf(root);
  const parsed = new Map(
    sourceModules(root).map((file) => {
      const text = readFileSync(join(root, file), "utf8");
      return [file, { text, module: parseSync(file, text).module }];
    }),
  );
  const targetOf = (from, specifier) => {
    const path = specifier.startsWith(".") ? join(dirname(from), specifier.replace(/\?.*$/, "")) : named.get(specifier);
    return parsed.has(path) ? path : undefined;
  };
  const edge = (target, { names, exported, isType = false, isDynamic = false }) => ({
    target,
    names,
    isType,
    isDynamic,
    ...(exported && { exported: exported === "all" ? declaredNames(parsed.get(target).module) : exported }),
  });
  return new Map(
    Array.from(parsed, ([file, { text, module }]) => [
      file,
      specifiersOf(module, text).flatMap((each) => {
        const target = targetOf(file, each.specifier);
        return target === undefined ? [] : [edge(target, each)];
      }),
    ]),
  );
}

/** What a module exports of its own. */
const declaredNames = (module) =>
  module.staticExports.flatMap(({ entries }) =>
    entries.filter((entry) => !entry.moduleRequest).map(({ exportName }) => exportName.name ?? "default"),
  );

/**
 * The modules that a module gets names from, also through an index.ts.
 * @param graph of importGraph()
 */
export function usedModules(graph, file) {
  return (graph.get(file) ?? []).flatMap(({ target, names }) => {
    if (!target.endsWith("/index.ts")) return [target];
    const behind = (graph.get(target) ?? []).filter(
      ({ exported = [] }) => names.includes("*") || names.some((name) => exported.includes(name)),
    );
    return [target, ...behind.map((edge) => edge.target)];
  });
}

/**
 * Groups of modules that import one another in a circle (Tarjan's strongly connected components).
 * @param graph of importGraph()
 * @param counts which of its imports count
 */
export function importCircles(graph, counts) {
  const seen = new Map();
  const stack = [];
  const circles = [];
  const visit = (file) => {
    const node = { index: seen.size, low: seen.size, isOpen: true };
    seen.set(file, node);
    stack.push(file);
    for (const edge of graph.get(file) ?? []) {
      if (!counts(edge)) continue;
      const next = seen.get(edge.target) ?? visit(edge.target);
      if (next.isOpen) node.low = Math.min(node.low, next.low);
    }
    if (node.low !== node.index) return node;
    const group = stack.splice(stack.lastIndexOf(file));
    for (const each of group) seen.get(each).isOpen = false;
    if (group.length > 1) circles.push(group);
    return node;
  };
  for (const file of graph.keys()) if (!seen.has(file)) visit(file);
  return circles;
}
