/** Thrown while a page is rendered when what its address names does not exist: the error page treats it as a 404. */
export class NotFoundError extends Error {
  override readonly name = "NotFoundError";

  /** @param what the missing thing as the address names it, e.g. "/m99" */
  constructor(what: string) {
    super(`Nothing found at "${what}"`);
  }
}
