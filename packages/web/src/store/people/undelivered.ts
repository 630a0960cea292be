/** Addresses to which the last letter did not arrive. */
import { addressKey, type EmailSubmission, type Id, SUBMISSION } from "@pismo/jmap";
import { getSession, limits, request } from "../session/session.ts";
import { refetched } from "./refetched.ts";

/** Submissions that are looked through, newest first. */
const DEPTH = 500;

/** By addressKey. Pure. @param submissions newest first */
export function undeliveredIn(submissions: readonly Pick<EmailSubmission, "deliveryStatus">[]): ReadonlySet<string> {
  const last = new Map<string, string>();
  for (const { deliveryStatus } of submissions)
    for (const [address, { delivered }] of Object.entries(deliveryStatus ?? {})) {
      const key = addressKey(address);
      // One that is still on its way says nothing.
      if (delivered !== "queued" && !last.has(key)) last.set(key, delivered);
    }
  return new Set([...last].flatMap(([key, delivered]) => (delivered === "no" ? [key] : [])));
}

const noAddress: ReadonlySet<string> = new Set();

const known = refetched(["EmailSubmission"], noAddress, async (accountId) => {
  if (!getSession()?.accounts[accountId]?.accountCapabilities[SUBMISSION]) return noAddress;
  const get = await request((calls) => {
    const sort = [{ property: "sentAt", isAscending: false }];
    const limit = Math.min(DEPTH, limits().maxObjectsInGet);
    const query = calls.call("EmailSubmission/query", { accountId, filter: { undoStatus: "final" }, sort, limit });
    const ids = { "#ids": query.ref("/ids") };
    return calls.call("EmailSubmission/get", { accountId, ...ids, properties: ["undoStatus", "deliveryStatus"] });
  });
  return undeliveredIn(get.result().list as EmailSubmission[]);
});

/** Of an account; none where its server does not say what became of letters (RFC 8621 §7). */
export const loadUndelivered = (accountId: Id): Promise<ReadonlySet<string>> => known.load(accountId);
