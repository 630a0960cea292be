import { AddressError } from "./AddressError.ts";

/** Thrown while a page is drawn when what its address names does not exist: no better than an unknown route. */
export class NotFoundError extends AddressError {
  override readonly name = "NotFoundError";

  /** @param what the missing thing as the address names it, e.g. "/m99" */
  constructor(what: string) {
    super(404, `Nothing found at "${what}"`);
  }
}
