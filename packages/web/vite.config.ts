import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** The last step of quality takes more than twice as long and saves 2 %: a first start should not wait for it. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };

/** .br and .gz beside every asset: @fastify/static serves them with preCompressed. */
const precompress: Plugin = {
  name: "precompress",
  apply: "build",
  async writeBundle({ dir = "dist" }) {
    const files = (await readdir(dir, { recursive: true })).filter((file) => /\.(js|css|html|svg|json)$/.test(file));
    await Promise.all(
      files.map(async (file) => {
        const path = join(dir, file);
        const data = await readFile(path);
        if (data.length < 1024) return;
        await writeFile(`${path}.br`, await promisify(brotliCompress)(data, brotliOptions));
        await writeFile(`${path}.gz`, await promisify(gzip)(data, { level: 9 }));
      }),
    );
  },
};

/** The server beside the development server; the Host header is passed on as it came, so that session URLs point here. */
const backend = process.env["PISMO_DEV_BACKEND"] ?? "http://127.0.0.1:8025";

export default defineConfig({
  plugins: [react(), precompress],
  build: {
    target: "baseline-widely-available",
    sourcemap: true,
    modulePreload: { polyfill: false },
    // The content security policy allows no data: URL except for images.
    assetsInlineLimit: 0,
    // One sheet, there from the start: a piece of code that is fetched again after a failure would miss its own.
    cssCodeSplit: false,
  },
  server: {
    host: "127.0.0.1",
    proxy: { "/jmap": { target: backend, ws: false }, "/.well-known": { target: backend } },
  },
});
