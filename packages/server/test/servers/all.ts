/** The IMAP servers that the mirror is tested against: its behaviour must not depend on which one it is. */
import { canRunCourier, startCourier } from "./courier.ts";
import { canRunCyrus, startCyrus } from "./cyrus.ts";
import { canRunDovecot, poorCapability, startDovecot } from "./dovecot.ts";
import { ofToday } from "../support/of-today.ts";
import type { MailServer } from "./mail-server.ts";

export interface ServerKind {
  kind: string;
  canRun: boolean;
  start(): Promise<MailServer>;
  /** Supports MOVE. */
  hasMove: boolean;
  /** A renamed folder keeps its UIDVALIDITY. */
  renameKeepsUids: boolean;
  /** Renaming or deleting a folder takes a second, and may lose messages that are added in that time. */
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

const all = [rich, poor, courier, cyrus];
const runnable = all.filter(({ canRun }) => canRun);

/** Those that the machine can run; in the gate one of them a day. */
export const servers: readonly ServerKind[] = ofToday(runnable.length > 0 ? runnable : all);
