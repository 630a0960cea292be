/** An account that writes from several addresses, each with what comes with it. */
import type { Identity } from "@pismo/jmap";
import { mailboxOf } from "./compose.ts";
import type { PismoServer } from "./server.ts";

/** Beside the account's own one. Both addresses lead to the same mailbox. */
const others: Partial<Identity>[] = [
  {
    email: "you+shop@pismo.localhost",
    name: "The shop",
    replyTo: [{ name: null, email: "office@pismo.localhost" }],
    bcc: [{ name: null, email: "archive@pismo.localhost" }],
    textSignature: "The shop, Main street",
  },
  { email: "postmaster@pismo.localhost", name: "Post", textSignature: "The post" },
];

export async function giveAddresses(server: PismoServer) {
  for (const name of ["anna", "archive"]) await server.pismo("mailbox", "add", name);
  const you = await mailboxOf(server);
  const { accountId, client } = you;
  const [own] = (await client.call("Identity/get", { accountId, ids: null })).list;
  await client.call("Identity/set", {
    accountId,
    update: { [own!.id!]: { name: "You", textSignature: "Yours" } },
    create: Object.fromEntries(others.map((identity, index) => [`new${index}`, identity])),
  });
  return you;
}
