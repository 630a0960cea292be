/** Scripts that sort mail: RFC 9661. */
import type { Id, SetArgs } from "../core/core.ts";
import type { SetError } from "../core/errors.ts";
import type { ScriptFailure } from "../extensions/rules/rules.ts";

export const SIEVE = "urn:ietf:params:jmap:sieve";

export const MAX_SIEVE_SCRIPTS = 100;
/** Octets. */
export const MAX_SIEVE_SCRIPT = 256 * 1024;
/** Octets. */
export const MAX_SIEVE_NAME = 512;

/** Of the session: RFC 9661 §1.3.1. */
export interface SieveImplementation {
  implementation: string;
}

/** Of an account: RFC 9661 §1.3.2. */
export interface SieveCapability {
  maxSizeScriptName: number;
  maxSizeScript: number | null;
  maxNumberScripts: number | null;
  maxNumberRedirects: number | null;
  sieveExtensions: readonly string[];
  notificationMethods: readonly string[] | null;
  externalLists: readonly string[] | null;
}

/** RFC 9661 §2. */
export interface SieveScript {
  id: Id;
  /** Of no other script of the account. */
  name: string;
  blobId: Id;
  /** Server-set: changed by `onSuccessActivateScript`. */
  isActive: boolean;
  /** Server-set, and told where it is asked for by name: see RULES. null: none since the script was changed. */
  lastFailure?: ScriptFailure | null;
  /** Server-set, and told where it is asked for by name: it lies on the account's mail server, which runs it if it is active. */
  isAtServer?: boolean;
  /** Server-set, and told where it is asked for by name: the mail server runs it although it is not the active one. */
  runsBeside?: boolean;
}

/** RFC 9661 §2.3. */
export interface SieveScriptSetArgs extends SetArgs<SieveScript> {
  onSuccessActivateScript?: Id | null;
  onSuccessDeactivateScript?: boolean | null;
  /**
   * An extension of ours, see RULES: what the mail server runs goes on, before the script that is activated. Where it
   * cannot run both, nothing is activated.
   */
  onSuccessKeepActive?: boolean | null;
}

/** RFC 9661 §2.4. */
export interface SieveScriptFilterCondition {
  /** A part of the name. */
  name?: string;
  isActive?: boolean;
}

/** RFC 9661 §2.5. */
export interface SieveScriptValidateArgs {
  accountId: Id;
  blobId: Id;
}

export interface SieveScriptValidateResult {
  accountId: Id;
  /** null: the script is valid. */
  error: SetError | null;
}
