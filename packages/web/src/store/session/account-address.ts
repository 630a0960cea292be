/** Which account an address shows: its parameter `account`, left out for the first one. */
import { firstAccount, type Id, type Session } from "@pismo/jmap";

const parameter = "account";

/** @param search that of the address that is shown, unless given; outside a page, as in tests, there is none */
export const accountInAddress = (search = globalThis.location?.search): Id | null =>
  new URLSearchParams(search).get(parameter);

/** The account that an address names, else the first. */
export const accountOfAddress = (session: Session, search?: string): Id | undefined =>
  accountInAddress(search) ?? firstAccount(session);

export function namingAccount(params: URLSearchParams, id: Id): URLSearchParams {
  const next = new URLSearchParams(params);
  next.set(parameter, id);
  return next;
}

/** Whether the parameters of an address say nothing but the account, or nothing at all. */
export const sayOnlyAccount = (params: URLSearchParams): boolean => params.size === Number(params.has(parameter));

const pairOf = (id: Id): string => `${parameter}=${encodeURIComponent(id)}`;

/** What addresses with other parameters end with, in the account of the address that is shown. */
export function accountEnding(): string {
  const shown = accountInAddress();
  return shown === null ? "" : `&${pairOf(shown)}`;
}

/**
 * An address of ours, in an account unless it names another.
 * @param first the account that has no name in addresses
 * @param shown that of the address that is shown, unless given
 */
export function inAccount(to: string, first?: Id, shown = accountInAddress()): string {
  const [, path = "", search = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(.*)/.exec(to) ?? [];
  const named = accountInAddress(search);
  // What is not changed keeps its spelling.
  if (named === null && shown !== null)
    return `${path}${search.length > 1 ? `${search}&` : "?"}${pairOf(shown)}${hash}`;
  if (named === null || named !== first) return to;
  const params = new URLSearchParams(search);
  params.delete(parameter);
  return `${path}${params.size > 0 ? "?" : ""}${params}${hash}`;
}
