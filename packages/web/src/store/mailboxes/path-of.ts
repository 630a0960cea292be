import type { Mailbox } from "@pismo/jmap";

type Named = Pick<Mailbox, "id" | "name" | "parentId">;

/** "Parent/Child", as scripts name it. */
export const pathOf = (mailbox: Named, all: readonly Named[]): string => pathsOf(all)(mailbox);

/** The same for many: those beside them are looked through once. */
export function pathsOf<M extends Named>(all: readonly M[]): (mailbox: M) => string {
  const byId = new Map<string | null, Named>(all.map((mailbox) => [mailbox.id, mailbox]));
  return (mailbox) => {
    const names: string[] = [];
    const seen = new Set<string>();
    for (let each: Named | undefined = mailbox; each && !seen.has(each.id); each = byId.get(each.parentId)) {
      seen.add(each.id);
      names.unshift(each.name);
    }
    return names.join("/");
  };
}
