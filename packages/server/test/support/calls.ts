/** The parts of a hand-made request. */
import { CORE } from "@pismo/jmap";

/** The Authorization header by name and password (RFC 7617). */
export const basic = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;

/** The smallest request of the API. */
export const echo = JSON.stringify({ using: [CORE], methodCalls: [["Core/echo", { hello: true }, "c0"]] });

/** A browser's fields when a person opens a page by its address (Fetch Metadata). */
export const navigation = {
  accept: "text/html,application/xhtml+xml",
  "sec-fetch-dest": "document",
  "sec-fetch-mode": "navigate",
  "sec-fetch-site": "none",
};
