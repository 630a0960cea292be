/** Creation ids of a request and what they became: RFC 8620 §3.3, §5.3. "#id" may stand wherever an id may. */
import type { Id } from "@pismo/jmap";

/** Stands for a creation id that nothing was created under: no record has it. */
const NOBODY = "#";

export class CreatedIds {
  readonly #ids: Map<Id, Id>;

  constructor(given: Record<Id, Id> = {}) {
    this.#ids = new Map(Object.entries(given));
  }

  /** For one call: where its transaction fails, nothing was created. */
  fork(): CreatedIds {
    return new CreatedIds(this.toJSON());
  }

  set(creationId: Id, id: Id): void {
    this.#ids.set(creationId, id);
  }

  resolve(id: Id): Id {
    return id.startsWith("#") ? (this.#ids.get(id.slice(1)) ?? NOBODY) : id;
  }

  /** How a record is called in a result: by its id, which a creation id may stand for (RFC 8620 §5.3). */
  nameOf(id: Id): Id {
    const resolved = this.resolve(id);
    return resolved === NOBODY ? id : resolved;
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
