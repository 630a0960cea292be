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
