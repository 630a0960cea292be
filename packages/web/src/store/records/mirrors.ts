/** The status of the accounts' mail servers; fetched with the code that shows it, updated by push. */
import { type Id, MIRROR, type MirrorRefusal, type MirrorStatus } from "@pismo/jmap";
import { coalesce } from "../sync/coalesce.ts";
import { onNews } from "../sync/news.ts";
import { getAccounts, getSession, request, subscribeToSession } from "../session/session.ts";
import { createSignal, useSignal } from "../signal.ts";

type Mirrors = ReadonlyMap<Id, MirrorStatus>;

const mirrors = createSignal<Mirrors>(new Map());
/** They were asked for, and came or did not. */
const asked = createSignal(false);

const mirrored = (): Id[] =>
  getAccounts()
    .map(({ accountId }) => accountId)
    .filter((accountId) => getSession()?.accounts[accountId]?.accountCapabilities[MIRROR]);

/** Asks how they are doing now. */
export const loadMirrors = coalesce(
  async () => {
    const ids = mirrored();
    if (ids.length === 0) return mirrors.set(new Map());
    const gets = await request((calls) =>
      ids.map((accountId) => ({ accountId, get: calls.call("MirrorStatus/get", { accountId }) })),
    );
    const found = gets.flatMap(({ accountId, get }): [Id, MirrorStatus][] => {
      const [status] = get.result().list;
      return status ? [[accountId, status as MirrorStatus]] : [];
    });
    mirrors.set(new Map(found));
    asked.set(true);
  },
  () => asked.set(true),
);

/** Follows all mirrored accounts. @returns a function that ends it */
export function followMirrors(): () => void {
  let session = getSession();
  const stops = [
    onNews((changed) => {
      if (!changed || Object.values(changed).some(({ MirrorStatus: state }) => state !== undefined)) loadMirrors();
    }),
    subscribeToSession(() => {
      if (session === (session = getSession())) return;
      loadMirrors();
    }),
  ];
  loadMirrors();
  return () => stops.forEach((stop) => stop());
}

/** Statuses of the accounts that have a server behind them. */
export const useMirrors = (): Mirrors => useSignal(mirrors);

export const useMirror = (accountId: Id): MirrorStatus | undefined => useSignal(mirrors, (all) => all.get(accountId));

/** @throws where the server cannot be asked */
export async function checkNow(accountId: Id): Promise<void> {
  const look = await request((calls) => calls.call("MirrorStatus/look", { accountId }));
  look.result();
}

/** They have been shown, and are not shown again. */
export async function dismissRefusals(accountId: Id, refusals: readonly MirrorRefusal[]): Promise<void> {
  const refusalIds = refusals.map(({ id }) => id);
  const dismissed = await request((calls) => calls.call("MirrorStatus/dismiss", { accountId, refusalIds }));
  dismissed.result();
}

export const useMirrorsAsked = (): boolean => useSignal(asked);
