import { type Id, OUTBOX, type OutboxCapability, type Session, SNOOZE, type SnoozeCapability } from "@pismo/jmap";

/** Whether an account has what a capability is of (RFC 8620 §2). */
export const hasCapability = (session: Session | undefined, accountId: Id, capability: string): boolean =>
  session?.accounts[accountId]?.accountCapabilities[capability] !== undefined;

/** Whether an account's server brings back what nothing answers: others may snooze, and know nothing of answers. */
export const mayRemind = (session: Session | undefined, accountId: Id): boolean =>
  (session?.accounts[accountId]?.accountCapabilities[SNOOZE] as SnoozeCapability | undefined)?.mayRemind === true;

/** Whether what waits in an account goes only while the person is signed in on some device. */
export const sendsWhileSignedIn = (session: Session | undefined, accountId: Id): boolean =>
  (session?.accounts[accountId]?.accountCapabilities[OUTBOX] as Partial<OutboxCapability> | undefined)
    ?.whileSignedIn === true;
