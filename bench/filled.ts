/** Which data directories are filled to the end: one whose import was broken off is filled anew. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Figures } from "./server.ts";

const markOf = (folder: string, count: number): string => join(folder, `data-${count}.json`);

/** What its import came to, or undefined where it is not filled. */
export async function filled(folder: string, count: number): Promise<Figures | undefined> {
  const mark = await readFile(markOf(folder, count), "utf8").catch(() => undefined);
  return mark === undefined ? undefined : (JSON.parse(mark) as Figures);
}

export const markFilled = (folder: string, count: number, figures: Figures): Promise<void> =>
  writeFile(markOf(folder, count), JSON.stringify(figures));
