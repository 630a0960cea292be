/** Addresses as JMAP writes them: RFC 8621 §4.1.2.3. */
import type { EmailAddressGroup, GivenEmailAddress } from "@pismo/jmap";
import { list, maybe, shapeOf, string } from "./checks.ts";

export const address = shapeOf<GivenEmailAddress>({ name: maybe(string), email: string });
export const addresses = list(address);

type GivenGroup = Omit<EmailAddressGroup, "name"> & Partial<EmailAddressGroup>;
export const addressGroups = list(shapeOf<GivenGroup>({ name: maybe(string), addresses }));
