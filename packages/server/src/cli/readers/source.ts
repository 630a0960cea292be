/** From paths on the command line (files and directories) to a list of sources, each of one format. */
import { open, readdir, stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { isMaildir, isTrashed, maildirFiles, maildirFolders } from "./maildir.ts";

export interface Source {
  kind: "mbox" | "eml" | "maildir";
  file: string;
  /** For progress and to detect that a file is unchanged. */
  size: number;
  modifiedAt: number;
  /** The folder of the source: its path within a Maildir, or the name of the file and its directories. */
  folder: string[];
  /** The same, relative to the path on the command line: empty for a file that was named itself. */
  below: string[];
}

/**
 * @throws Error in one line where a path cannot be read or contains no mail
 */
export async function listSources(paths: readonly string[]): Promise<Source[]> {
  const lists = [];
  for (const path of paths) lists.push(await sourcesOf(path, [nameOf(path)]));
  return lists.flat();
}

async function sourcesOf(path: string, folder: string[]): Promise<Source[]> {
  const info = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === "ENOENT" ? `${path}: no such file or directory` : `${path}: ${error.message}`);
  });
  if (info.isFile()) {
    const kind = await kindOf(path);
    if (!kind) throw new Error(`${path}: neither an mbox nor a letter`);
    return [{ kind, file: path, size: info.size, modifiedAt: info.mtimeMs, folder, below: folder.slice(1) }];
  }
  if (!info.isDirectory()) throw new Error(`${path}: neither a file nor a directory`);
  if (await isMaildir(path)) return sourcesOfMaildir(path);
  return sourcesOfDirectory(path, folder);
}

async function sourcesOfMaildir(dir: string): Promise<Source[]> {
  const sources: Source[] = [];
  for (const { dir: folderDir, path } of await maildirFolders(dir)) {
    for (const file of await maildirFiles(folderDir)) {
      if (isTrashed(file)) continue;
      const { size, mtimeMs } = await stat(file);
      sources.push({
        kind: "maildir",
        file,
        size,
        modifiedAt: mtimeMs,
        folder: path.length > 0 ? path : ["inbox"],
        below: path,
      });
    }
  }
  return sources;
}

/** Single messages belong to the folder named like their directory; mbox files and Maildirs have their own. */
async function sourcesOfDirectory(dir: string, folder: string[]): Promise<Source[]> {
  const sources: Source[] = [];
  const entries = (await readdir(dir, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(dir, entry.name);
    if (entry.name.startsWith(".")) continue;
    if (entry.isDirectory()) {
      sources.push(...(await sourcesOf(path, [...folder, entry.name])));
    } else if (entry.isFile()) {
      const kind = await kindOf(path);
      if (kind === "mbox") sources.push(...(await sourcesOf(path, [...folder, nameOf(path)])));
      else if (kind === "eml") sources.push(...(await sourcesOf(path, folder)));
    }
  }
  return sources;
}

/** By the first bytes, not by the name: exports have arbitrary names. */
async function kindOf(file: string): Promise<"mbox" | "eml" | undefined> {
  const handle = await open(file, "r");
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(1024), 0, 1024, 0);
    const text = buffer
      .toString("latin1", 0, bytesRead)
      .replace(/^\u00ef\u00bb\u00bf/, "")
      .replace(/^[\r\n]+/, "");
    // In an .eml file a text without a header may begin with the word "From".
    if (text.startsWith("From ") && (!/\.eml$/i.test(file) || /^From .*\d:\d\d/.test(text))) return "mbox";
    if (/\.(?:mbox|mbx)$/i.test(file) && bytesRead === 0) return "mbox";
    if (/^[!-9;-~]+[ \t]*:/.test(text) || /\.eml$/i.test(file)) return "eml";
    return undefined;
  } finally {
    await handle.close();
  }
}

/** "archive/2024-friends.mbox" → "2024-friends". */
function nameOf(path: string): string {
  const name = basename(path, extname(path));
  return name.replace(/\.sbd$/i, "") || basename(path) || "Import";
}
