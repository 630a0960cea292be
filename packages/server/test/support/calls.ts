/** What a call needs that is made by hand. */
import { CORE } from "@pismo/jmap";

/** The Authorization header by name and password (RFC 7617). */
export const basic = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;

/** The least that the API can be asked. */
export const echo = JSON.stringify({ using: [CORE], methodCalls: [["Core/echo", { hello: true }, "c0"]] });
