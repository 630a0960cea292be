/** The mailboxes that a change concerns, as it leaves them: each of many changes is checked against those before it. */
import type { MailboxRow } from "./mailbox-row.ts";

/** Of the top level. */
const NO_PARENT = 0;

const placeOf = (parentKey: number | null, name: string): string => `${parentKey ?? NO_PARENT} ${name}`;

export class MailboxTree {
  readonly #before: ReadonlyMap<number, MailboxRow>;
  readonly #rows = new Map<number, MailboxRow>();
  readonly #byPlace = new Map<string, number>();
  readonly #byRole = new Map<string, number>();
  readonly #children = new Map<number, Set<number>>();
  /** What attempt() takes back, the oldest first. */
  #undo: (readonly [key: number, row: MailboxRow | undefined])[] = [];

  constructor(rows: readonly MailboxRow[]) {
    for (const row of rows) this.#enter(row);
    this.#before = new Map(this.#rows);
  }

  find(key: number): MailboxRow | undefined {
    return this.#rows.get(key);
  }

  /** @param parentKey null: at the top level */
  named(parentKey: number | null, name: string): MailboxRow | undefined {
    return this.#rows.get(this.#byPlace.get(placeOf(parentKey, name)) ?? 0);
  }

  withRole(role: string): MailboxRow | undefined {
    return this.#rows.get(this.#byRole.get(role) ?? 0);
  }

  hasChild(key: number): boolean {
    return (this.#children.get(key)?.size ?? 0) > 0;
  }

  /** The number of levels below a mailbox. */
  heightOf(key: number): number {
    const heights = [...(this.#children.get(key) ?? [])].map((child) => 1 + this.heightOf(child));
    return heights.reduce((highest, height) => Math.max(highest, height), 0);
  }

  /** The number of mailboxes above one. */
  depthOf(key: number): number {
    const parentKey = this.#rows.get(key)?.parent_id ?? null;
    return parentKey === null ? 0 : 1 + this.depthOf(parentKey);
  }

  put(row: MailboxRow): void {
    this.#replace(row.id, row);
  }

  remove(key: number): void {
    this.#replace(key, undefined);
  }

  /** Takes back what `work` changed when it throws. */
  attempt<T>(work: () => T): T {
    this.#undo = [];
    try {
      return work();
    } catch (error) {
      for (const [key, row] of this.#undo.toReversed()) this.#replace(key, row);
      throw error;
    }
  }

  /** What is different from what was stored; new ones in the order in which they were put. */
  get changes() {
    const now = [...this.#rows.values()];
    return {
      inserted: now.filter(({ id }) => !this.#before.has(id)),
      updated: now.flatMap((after) => {
        const before = this.#before.get(after.id);
        return before && before !== after ? [{ before, after }] : [];
      }),
      removed: [...this.#before.values()].filter(({ id }) => !this.#rows.has(id)),
    };
  }

  #replace(key: number, row: MailboxRow | undefined): void {
    this.#undo.push([key, this.#rows.get(key)]);
    this.#leave(key);
    if (row) this.#enter(row);
  }

  #enter(row: MailboxRow): void {
    const { id, parent_id: parentKey, name, role } = row;
    this.#rows.set(id, row);
    this.#byPlace.set(placeOf(parentKey, name), id);
    if (role !== null) this.#byRole.set(role, id);
    const siblings = this.#children.get(parentKey ?? NO_PARENT) ?? new Set();
    this.#children.set(parentKey ?? NO_PARENT, siblings.add(id));
  }

  #leave(key: number): void {
    const row = this.#rows.get(key);
    if (!row) return;
    this.#rows.delete(key);
    this.#byPlace.delete(placeOf(row.parent_id, row.name));
    if (row.role !== null) this.#byRole.delete(row.role);
    this.#children.get(row.parent_id ?? NO_PARENT)?.delete(key);
  }
}
