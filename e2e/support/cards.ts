/** Contacts that a story begins with. */
import type { JmapClient } from "@pismo/jmap";
import { expect } from "@playwright/test";
import type { PismoServer } from "./server.ts";

/** Puts contacts into the account of an address, the owner's unless said. */
export async function putCards(server: PismoServer, cards: readonly object[], address?: string): Promise<void> {
  const client: JmapClient = await server.client(address);
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  for (let at = 0; at < cards.length; at += 1000) {
    const create = Object.fromEntries(cards.slice(at, at + 1000).map((card, index) => [`c${index}`, card]));
    const { notCreated } = await client.call("ContactCard/set", { accountId, create });
    expect(notCreated).toBeNull();
  }
}
/** A contact with a name and an address. */
export const cardOf = (given: string, surname: string, address: string, rest: object = {}) => ({
  name: {
    components: [
      { kind: "given", value: given },
      { kind: "surname", value: surname },
    ],
  },
  emails: { e1: { address } },
  ...rest,
});
