/** The TypeScript of the server as JavaScript: Node strips the types of its own sources, but of no installed package. */
import { stripTypeScriptTypes } from "node:module";

/** A relative path in quotes, in an import or in `new URL("./worker.ts", import.meta.url)`. */
const paths = /(["'])(\.{1,2}\/[^"'\n]+)\.ts\1/g;

/**
 * Removes the types as Node does at run time, so that every line stays where it is in the source, and names the files
 * as they are called afterwards.
 * @param {string} source
 * @returns {string}
 */
export const toJavaScript = (source) => stripTypeScriptTypes(source, { mode: "strip" }).replaceAll(paths, "$1$2.js$1");
