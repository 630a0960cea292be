/** What the shown account is subscribed to (NEWSLETTERS, an extension of ours), a window at a time. */
import {
  type Id,
  type Newsletter,
  type NewsletterFilterCondition,
  NEWSLETTERS,
  type newsletterSorts,
} from "@pismo/jmap";
import { hasCapability } from "../session/has-capability.ts";
import { type AccountInfo, request, useAccounts, useSessionState } from "../session/session.ts";
import { createPresence } from "../windowed/create-presence.ts";
import { LivePages, type ShownList, useLivePages } from "../windowed/live-pages.ts";

export type NewsletterOrder = (typeof newsletterSorts)[number];

export interface NewsletterQuery {
  filter: NewsletterFilterCondition;
  order: NewsletterOrder;
}

/** Newsletters of one request. */
const PAGE = 100;

const pagesOf = ({ filter, order }: NewsletterQuery, accountId: Id): LivePages<Newsletter> =>
  new LivePages(PAGE, async (position) => {
    const { query, get } = await request((calls) => {
      const sort = [{ property: order, isAscending: order === "name" }];
      const window = { position, limit: PAGE, calculateTotal: true };
      const asked = calls.call("Newsletter/query", { accountId, filter, sort, ...window });
      return { query: asked, get: calls.call("Newsletter/get", { accountId, "#ids": asked.ref("/ids") }) };
    });
    const { ids, total = 0 } = query.result();
    const found = new Map(get.result().list.map((newsletter) => [newsletter.id, newsletter as Newsletter]));
    return { items: ids.flatMap((id) => found.get(id) ?? []), total };
  });

export type ShownNewsletters = ShownList<Newsletter>;

/** The list of a query, kept up to date. */
export const useNewsletters = (query: NewsletterQuery): ShownNewsletters => useLivePages(query, "Email", pagesOf);

/** Not at each change of an Email: what the person does is one request (RFC 8621 §1.5 has the type). */
export const useHasNewsletters = createPresence(NEWSLETTERS, "EmailDelivery", async (accountId) => {
  const query = await request((calls) => calls.call("Newsletter/query", { accountId, limit: 1 }));
  return query.result().ids;
});

/** Accounts whose server tells it, in the order of the account menu. */
export function useNewsletterAccounts(): AccountInfo[] {
  const session = useSessionState((state) => state.session);
  return useAccounts().filter(({ accountId }) => hasCapability(session, accountId, NEWSLETTERS));
}
