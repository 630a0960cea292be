/** Thrown while a page is rendered when what its address names does not exist: the error page treats it as a 404. */
export class NotFoundError extends Error {
  override readonly name = "NotFoundError";

  readonly isLabel: boolean;

  /**
   * @param what the missing thing as the address names it, e.g. "/m99"
   * @param isLabel it is a label, and the folder beside it is there
   */
  constructor(what: string, isLabel = false) {
    super(`Nothing found at "${what}"`);
    this.isLabel = isLabel;
  }
}
