/** What an address asks for cannot be had: the error page shows it as React Router words it, with its status. */
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
