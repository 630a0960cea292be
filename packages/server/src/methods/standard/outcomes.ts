/** Outcomes of a method for each of its records: RFC 8620 §5.3. */
import { type Id, InvalidPatchError, MethodError, type SetError, SetFailure } from "@pismo/jmap";

/** The error of one record; any other error ends the whole call. */
export function toSetError(error: unknown): SetError {
  if (error instanceof SetFailure) return error.error;
  if (error instanceof InvalidPatchError) return { type: "invalidPatch", description: error.message };
  if (error instanceof MethodError && error.type === "invalidArguments") {
    return { type: "invalidProperties", description: error.message };
  }
  throw error;
}

/** What `work` gives, or the error of its record. */
export async function settled<V>(work: () => V | Promise<V>): Promise<V | SetFailure> {
  try {
    return await work();
  } catch (error) {
    return new SetFailure(toSetError(error));
  }
}

/** Without a prototype, so that "__proto__" is a regular key: the RFC allows it as an id. */
const emptyMap = <V>(): Record<Id, V> => Object.create(null) as Record<Id, V>;

/** "null if none": an empty map or list in a result is null. */
export const orNull = <T extends object>(things: T): T | null => (Object.keys(things).length > 0 ? things : null);

/** Successes and failures, by id or creation id. */
export class Outcomes<V> {
  readonly #done = emptyMap<V>();
  readonly #failed = emptyMap<SetError>();

  /** @returns whether the operation succeeded */
  async attempt(key: Id, work: () => Promise<V>): Promise<boolean> {
    try {
      this.#done[key] = await work();
      return true;
    } catch (error) {
      this.#failed[key] = toSetError(error);
      return false;
    }
  }

  /** @returns whether the operation succeeded */
  note(key: Id, outcome: V | SetFailure): boolean {
    const isFailed = outcome instanceof SetFailure;
    if (isFailed) this.#failed[key] = outcome.error;
    else this.#done[key] = outcome;
    return !isFailed;
  }

  get done(): Record<Id, V> | null {
    return orNull(this.#done);
  }

  get failed(): Record<Id, SetError> | null {
    return orNull(this.#failed);
  }

  /** Keys of the successes. */
  get keys(): Id[] {
    return Object.keys(this.#done);
  }
}

/** The outcome of a set: created, updated and destroyed records, and those that failed. */
export class SetOutcomes<Created, Updated> {
  readonly created = new Outcomes<Created>();
  readonly updated = new Outcomes<Updated>();
  readonly destroyed = new Outcomes<true>();

  /** In the form of the response. */
  get result() {
    return {
      created: this.created.done,
      updated: this.updated.done,
      destroyed: orNull(this.destroyed.keys),
      notCreated: this.created.failed,
      notUpdated: this.updated.failed,
      notDestroyed: this.destroyed.failed,
    };
  }
}
