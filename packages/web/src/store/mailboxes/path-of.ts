import type { Mailbox } from "@pismo/jmap";

type Named = Pick<Mailbox, "id" | "name" | "parentId">;

/** "Parent/Child", as scripts name it. */
export function pathOf(mailbox: Named, all: readonly Named[]): string {
  const names = [mailbox.name];
  const seen = new Set([mailbox.id]);
  let above = all.find(({ id }) => id === mailbox.parentId);
  while (above && !seen.has(above.id)) {
    const { id, name, parentId } = above;
    seen.add(id);
    names.unshift(name);
    above = all.find((each) => each.id === parentId);
  }
  return names.join("/");
}
