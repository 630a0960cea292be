/** Addresses as JMAP writes them: RFC 8621 §4.1.2.3. */
import type { EmailAddress, EmailAddressGroup } from "@pismo/jmap";
import { list, nullable, optional, shapeOf, string } from "./checks.ts";

export const address = shapeOf<EmailAddress>({ name: optional(nullable(string)), email: string });
export const addresses = list(address);
export const addressGroups = list(shapeOf<EmailAddressGroup>({ name: optional(nullable(string)), addresses }));
