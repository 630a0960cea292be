/** Thousands of folders in the mailbox of a story. */
import type { PismoServer } from "./server.ts";

const numbered = (name: string, count: number): { name: string }[] =>
  Array.from({ length: count }, (_, index) => ({ name: `${name} ${index + 1}` }));

/** 100 groups of 47 folders each, and 200 folders beside them. */
export async function makeFolders(server: PismoServer): Promise<{ lastInner: string; lastTop: string }> {
  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const make = async (folders: { name: string; parentId?: string }[]): Promise<string[]> => {
    const create = Object.fromEntries(folders.map((folder, index) => [`c${index}`, folder]));
    const { created } = await client.call("Mailbox/set", { accountId, create });
    return folders.map((_, index) => created![`c${index}`]!.id!);
  };
  const groups = await make(numbered("Group", 100));
  let lastInner = "";
  for (let first = 0; first < groups.length; first += 20) {
    const parents = groups.slice(first, first + 20);
    const inner = parents.flatMap((parentId) => numbered("Inner", 47).map((folder) => ({ ...folder, parentId })));
    lastInner = (await make(inner)).at(-1)!;
  }
  return { lastInner, lastTop: (await make(numbered("Top", 200))).at(-1)! };
}
