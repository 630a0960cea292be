/** Which data directories are filled to the end: one whose import was interrupted is filled again. */
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

// Within the directory, so that it is deleted with it before a refill.
const markOf = (folder: string, count: number): string => join(folder, `data-${count}`, "filled-by-bench");

export const isFilled = (folder: string, count: number): boolean => existsSync(markOf(folder, count));

export const markFilled = (folder: string, count: number): Promise<void> => writeFile(markOf(folder, count), "");
