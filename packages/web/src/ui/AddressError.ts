/** The page of a URL does not exist: the error page shows the status in React Router's words. */
export class AddressError extends Error {
  override readonly name: string = "AddressError";
  readonly status: 404 | 405;
  readonly statusText: string;

  constructor(status: 404 | 405, message: string) {
    super(message);
    this.status = status;
    this.statusText = status === 404 ? "Not Found" : "Method Not Allowed";
  }
}

/** Thrown while a page is drawn when what its address names does not exist: no better than an unknown route. */
export class NotFoundError extends AddressError {
  override readonly name = "NotFoundError";

  /** @param what the missing thing as the address names it, e.g. "/m99" */
  constructor(what: string) {
    super(404, `Nothing found at "${what}"`);
  }
}
