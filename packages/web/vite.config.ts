import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** .br and .gz beside every asset: @fastify/static serves them with preCompressed. */
const precompress: Plugin = {
  name: "precompress",
  apply: "build",
  writeBundle(options) {
    const dir = options.dir ?? "dist";
    for (const file of readdirSync(dir, { recursive: true, encoding: "utf8" })) {
      if (!/\.(js|css|html|svg|json)$/.test(file)) continue;
      const path = join(dir, file);
      const data = readFileSync(path);
      if (data.length < 1024) continue;
      writeFileSync(`${path}.br`, brotliCompressSync(data));
      writeFileSync(`${path}.gz`, gzipSync(data, { level: 9 }));
    }
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
  },
  server: {
    host: "127.0.0.1",
    proxy: { "/jmap": { target: backend, ws: false }, "/.well-known": { target: backend } },
  },
});
