import type { Id, Session } from "@pismo/jmap";

/** Whether an account has what a capability is of (RFC 8620 §2). */
export const hasCapability = (session: Session | undefined, accountId: Id, capability: string): boolean =>
  session?.accounts[accountId]?.accountCapabilities[capability] !== undefined;
