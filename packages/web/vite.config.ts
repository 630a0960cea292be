import { readdir, readFile, writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, transformWithOxc } from "vite";
import { isOwnSocket } from "../server/src/auth/socket-owner.ts";

/** The last step of quality saves 2 % and costs a build 3 s: every first visit is worth it. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/** As index.html has it for the development server. */
const firstPaint = '<script src="/src/first-paint.js"></script>';

/** .br and .gz beside every asset: the server sends the one that the browser takes (http/page/assets.ts). */
const precompress: Plugin = {
  name: "precompress",
  apply: "build",
  async writeBundle({ dir = "dist" }) {
    const files = (await readdir(dir, { recursive: true })).filter((file) => /\.(js|css|html|svg|json)$/.test(file));
    await Promise.all(
      files.map(async (file) => {
        const path = join(dir, file);
        const data = await readFile(path);
        await writeFile(`${path}.br`, await promisify(brotliCompress)(data, brotliOptions));
        await writeFile(`${path}.gz`, await promisify(gzip)(data, { level: 9 }));
      }),
    );
  },
};

/**
 * What comes after the initial render: the client, and the list with which nearly every visit begins. Named in the page and
 * fetched when the first code says so (start.ts): sooner, it would have both cores while the initial render is drawn.
 */
const nameClient: Plugin = {
  name: "name-client",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const wanted = new Set<string>();
      const want = (fileName: string): void => {
        if (wanted.has(fileName)) return;
        wanted.add(fileName);
        for (const each of chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? []) want(each);
      };
      for (const name of ["main.tsx", "EmailListPage.tsx"]) {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${name}`)));
        if (!chunk) throw new Error(`there is no chunk with ${name}`);
        want(chunk.fileName);
      }
      return [
        {
          tag: "template",
          attrs: { id: "client" },
          children: [...wanted]
            .filter((file) => !html.includes(file))
            .map((file) => ({ tag: "link", attrs: { rel: "modulepreload", crossorigin: true, href: `/${file}` } })),
          injectTo: "head",
        },
      ];
    },
  },
};

const serviceWorkerPath = "/notifications.js";

/** Without its types, and so without imports; a script that says that it is a module is none that Firefox takes here. */
async function serviceWorkerCode(): Promise<string> {
  const file = join(import.meta.dirname, "service-worker/notifications.ts");
  const { code } = await transformWithOxc(await readFile(file, "utf8"), file);
  return code.replace(/^export \{\};\s*$/m, "");
}

/** At the root, whose pages it is for: a worker's scope is the folder that it lies in. */
const serviceWorker: Plugin = {
  name: "service-worker",
  async generateBundle() {
    this.emitFile({ type: "asset", fileName: serviceWorkerPath.slice(1), source: await serviceWorkerCode() });
  },
  configureServer({ middlewares }) {
    middlewares.use(serviceWorkerPath, (_, response) => {
      void serviceWorkerCode().then((code) => response.setHeader("content-type", "text/javascript").end(code));
    });
  },
};

/** Stands in the page itself: a file of its own would hold up everything behind it. The server's policy allows just it. */
const inlineFirstPaint: Plugin = {
  name: "inline-first-paint",
  apply: "build",
  transformIndexHtml: {
    order: "pre",
    async handler(html) {
      const code = await readFile(join(import.meta.dirname, "src/first-paint.js"), "utf8");
      return html.replace(firstPaint, () => `<script>\n${code}</script>`);
    },
  },
};

/**
 * Nearly all of the first code runs at once: V8 compiles it beside the main thread while it comes, and not function by
 * function when each is called. Last, because the comment counts at the very top of a file alone.
 */
const compileFirstCode: Plugin = {
  name: "compile-first-code",
  apply: "build",
  enforce: "post",
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk" || file.name !== "start") continue;
        file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
        if (file.map) file.map.mappings = `;${file.map.mappings}`;
      }
    },
  },
};

/**
 * The first code takes of React what makes elements, and nothing else. As CommonJS it would come with a piece of Rolldown's
 * own in front of it, fetched before anything is drawn.
 */
const jsxAsModule: Plugin = {
  name: "jsx-as-module",
  apply: "build",
  enforce: "pre",
  resolveId: (id) => (id === "react/jsx-runtime" ? "\0react/jsx-runtime" : undefined),
  async load(id) {
    if (id !== "\0react/jsx-runtime") return undefined;
    const folder = dirname(createRequire(import.meta.url).resolve("react/package.json"));
    const code = await readFile(join(folder, "cjs/react-jsx-runtime.production.js"), "utf8");
    return `const exports = {};\n${code}\nexport const { Fragment, jsx, jsxs } = exports;`;
  },
};

async function markOther({ socket, headers }: IncomingMessage): Promise<void> {
  const { remoteAddress: peer = "", remotePort: peerPort, localAddress, localPort = 0 } = socket;
  if (!(await isOwnSocket({ peer, peerPort, localAddress, localPort }))) headers["x-forwarded-for"] ??= peer;
}

/** To the server every request comes from our own user then: it is told of those that come from another's. */
const markOthers: Plugin = {
  name: "mark-others",
  apply: "serve",
  configureServer({ middlewares }) {
    middlewares.use((request, _, next) => void markOther(request).finally(next));
  },
};

/** What every visit takes after the initial render; with it what the list shares with pages that must not need the list. */
const clientCode =
  /[\\/]web[\\/]src[\\/](?:main|i18n[\\/](?:clock|dates)|mail-ui[\\/](?:failure-text|categories[\\/]CategoryMenu|LabelChips)|ui[\\/](?:Skeleton|Popover)|store[\\/]records[\\/]use-email-rows)\.tsx?$/;

/** Who a person is, and whom a text may mean. */
const peopleCode =
  /[\\/]web[\\/]src[\\/](?:store[\\/]people[\\/]|store[\\/]contacts[\\/](?:all-people|card-names|contact-of|has-contacts|row-pictures)\.|search-language[\\/]other-spellings|mail-ui[\\/]letters-with)/;

/** The server beside the development server; the Host header is passed on as it came, so that session URLs point here. */
const backend = process.env["PISMO_DEV_BACKEND"] ?? "http://127.0.0.1:8025";

export default defineConfig({
  plugins: [
    jsxAsModule,
    react(),
    markOthers,
    inlineFirstPaint,
    nameClient,
    compileFirstCode,
    serviceWorker,
    precompress,
  ],
  worker: { format: "es" },
  build: {
    target: "baseline-widely-available",
    sourcemap: true,
    modulePreload: {
      polyfill: false,
      // Named are neither what every page has by then nor the piece itself, which its import fetches.
      resolveDependencies: (imported, files) =>
        files.filter((file) => file !== imported && !/\/(?:start|client|frame|rolldown-runtime)-/.test(file)),
    },
    // The content security policy allows no data: URL except for images.
    assetsInlineLimit: 0,
    // One sheet, there from the start: a piece of code that is fetched again after a failure would miss its own.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // The client names all later pieces, and nothing in a hash compresses; 42 bits beside the name tell releases apart.
        chunkFileNames: "assets/[name]-[hash:7].js",
        codeSplitting: {
          groups: [
            // All that the initial render takes, in one piece, and what the client begins with.
            { name: "start", test: /[\\/]web[\\/]src[\\/]start\.ts$/, priority: 3 },
            { name: "client", test: clientCode, priority: 1 },
            // What several later pages know of people, in one piece: the name of each stands in the client.
            { name: "people", test: peopleCode, priority: 0 },
            // What several later pages need, in one piece rather than in fifty: their names stand in the client too.
            { name: "late", test: /[\\/]web[\\/]src[\\/](?:ui|mail-ui|store)[\\/]/, priority: 0, minShareCount: 2 },
            // And what several kinds of popups consist of.
            { name: "popups", test: /node_modules[\\/]@base-ui[\\/]/, priority: 0, minShareCount: 2 },
            // With what only it needs: each small piece of its own would cost a request.
            { name: "EmailListPage", test: /[\\/]EmailListPage\.tsx$/, priority: 0 },
            // What every page needs and no release of ours changes: fetched in one piece, and kept.
            {
              name: "frame",
              priority: 2,
              test: /node_modules[\\/](?:react|react-dom|scheduler|react-router|i18next|react-i18next)[\\/]/,
            },
          ],
        },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    proxy: {
      "/jmap/": { target: backend },
      "/.well-known/": { target: backend },
      "/auth/": { target: backend },
    },
  },
});
