/** Which account an address shows: its parameter `account`, left out for the first one. Pure but for the address itself. */
import type { Id } from "@pismo/jmap";

const parameter = "account";

/** @param search that of the address that is shown, unless given; outside a page, as in tests, there is none */
export const accountInAddress = (search = globalThis.location?.search): Id | null =>
  new URLSearchParams(search).get(parameter);

/**
 * An address of ours, in the account of the address that is shown unless it names another.
 * @param first the account that has no name in addresses
 */
export function inAccount(to: string, first?: Id): string {
  const [, path = "", search = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(.*)/.exec(to) ?? [];
  const named = accountInAddress(search);
  const shown = accountInAddress();
  // What is not changed keeps its spelling.
  if (named === null && shown !== null)
    return `${path}${search.length > 1 ? `${search}&` : "?"}${parameter}=${encodeURIComponent(shown)}${hash}`;
  if (named === null || named !== first) return to;
  const params = new URLSearchParams(search);
  params.delete(parameter);
  return `${path}${params.size > 0 ? "?" : ""}${params}${hash}`;
}
