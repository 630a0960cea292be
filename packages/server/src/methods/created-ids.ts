/** Creation ids of a request and the ids they became: RFC 8620 §3.3, §5.3. "#id" may replace any id. */
import type { Id } from "@pismo/jmap";

/** Replaces an unknown creation id: no record has it. */
const UNKNOWN_ID = "#";

export class CreatedIds {
  readonly #ids: Map<Id, Id>;

  constructor(given: Record<Id, Id> = {}) {
    this.#ids = new Map(Object.entries(given));
  }

  /** A copy for one call: if its transaction fails, nothing was created. */
  fork(): CreatedIds {
    return new CreatedIds(this.toJSON());
  }

  set(creationId: Id, id: Id): void {
    this.#ids.set(creationId, id);
  }

  resolve(id: Id): Id {
    return id.startsWith("#") ? (this.#ids.get(id.slice(1)) ?? UNKNOWN_ID) : id;
  }

  /** The key of a record in a result: its id, for which a creation id may stand (RFC 8620 §5.3). */
  nameOf(id: Id): Id {
    const resolved = this.resolve(id);
    return resolved === UNKNOWN_ID ? id : resolved;
  }

  /** The keys of an id-to-true map resolved. */
  resolveKeys<T>(map: Record<Id, T>): Record<Id, T> {
    return Object.fromEntries(Object.entries(map).map(([id, value]) => [this.resolve(id), value]));
  }

  /** The paths of a patch: "mailboxIds/#k1" → "mailboxIds/m7". */
  resolvePatch(patch: Record<string, unknown>, property: string): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(patch).map(([path, value]) => {
        if (path.startsWith(`${property}/#`))
          return [`${property}/${this.resolve(path.slice(property.length + 1))}`, value];
        const isMap = path === property && typeof value === "object" && value !== null;
        return [path, isMap ? this.resolveKeys(value as Record<Id, unknown>) : value];
      }),
    );
  }

  toJSON(): Record<Id, Id> {
    return Object.fromEntries(this.#ids);
  }
}
