/**
 * Thrown while a page is drawn when what its address names does not exist. It has the shape of React Router's
 * ErrorResponse, so that the error page treats it like an unknown route.
 */
export class NotFoundError extends Error {
  override readonly name = "NotFoundError";
  readonly status = 404;
  readonly statusText = "Not Found";
  readonly internal = false;
  readonly data: string;

  /** @param what the missing thing as the address names it, e.g. "/m99" */
  constructor(what: string) {
    super(`Nothing found at "${what}"`);
    this.data = this.message;
  }
}
