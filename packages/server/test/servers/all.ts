/** The IMAP servers that the mirror is held against: what it does must not depend on which one it is. */
import { canRunCourier, startCourier } from "./courier.ts";
import { canRunCyrus, startCyrus } from "./cyrus.ts";
import { canRunDovecot, poorCapability, startDovecot } from "./dovecot.ts";
import type { MailServer } from "./mail-server.ts";

export interface ServerKind {
  kind: string;
  canRun: boolean;
  start(): Promise<MailServer>;
  /** Moves a letter in one step. */
  hasMove: boolean;
  /** A folder has the same UIDVALIDITY under its new name. */
  renameKeepsUids: boolean;
  /** Renaming or deleting a folder takes it a second, and letters that are put in meanwhile may go with it. */
  losesOnFolderChange: boolean;
}

export const rich: ServerKind = {
  kind: "Dovecot (CONDSTORE, QRESYNC, MOVE, UIDPLUS, SPECIAL-USE)",
  canRun: canRunDovecot,
  start: () => startDovecot(),
  hasMove: true,
  renameKeepsUids: true,
  losesOnFolderChange: false,
};
export const poor: ServerKind = {
  kind: "a Dovecot that knows none of these",
  canRun: canRunDovecot,
  start: () => startDovecot({ capability: poorCapability }),
  hasMove: false,
  renameKeepsUids: true,
  losesOnFolderChange: false,
};
export const courier: ServerKind = {
  kind: "Courier (UIDPLUS alone, all below INBOX)",
  canRun: canRunCourier,
  start: () => startCourier(),
  hasMove: false,
  renameKeepsUids: false,
  losesOnFolderChange: true,
};
export const cyrus: ServerKind = {
  kind: "Cyrus (OBJECTID)",
  canRun: canRunCyrus,
  start: () => startCyrus(),
  hasMove: true,
  renameKeepsUids: true,
  losesOnFolderChange: false,
};

export const servers: readonly ServerKind[] = [rich, poor, courier, cyrus];
