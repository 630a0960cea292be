/** One sentence about a letter, never more certain than what is known of it. Pure. */
import type { SenderAuthentication, SenderChecks } from "@pismo/jmap";
import type { MisleadingLink } from "../../../message-html/index.ts";
import type { SenderWarning } from "../safety/sender-warnings.ts";
import type { Resemblance } from "./known-people.ts";
import type { NearHost } from "./near-hosts.ts";

export interface VerdictFacts {
  /** The one address in From. */
  address: string | undefined;
  /** null: no server that is believed has checked; undefined: the mail server does not tell. */
  checks: SenderChecks | null | undefined;
  authentication: SenderAuthentication;
  warnings: readonly SenderWarning[];
  resemblance: Resemblance | undefined;
  misleading: readonly MisleadingLink[];
  nearHosts: readonly NearHost[];
  /** Letters from the address that the person reported as phishing, this one too. */
  reported: number;
  caution: "spam" | "phishing" | undefined;
}

/** Danger: something speaks against the letter; doubt: nothing speaks for it; fine: its sender is proven, no more. */
export type Tone = "danger" | "doubt" | "fine";

export type Reason =
  | "failed"
  | "phishing"
  | "reported"
  | "otherAddress"
  | "lookalike"
  | "nearAddress"
  | "knownName"
  | "misleading"
  | "nearHost"
  | "spam"
  | "proven"
  | "unproven"
  | "unchecked"
  | "untold"
  | "noSender";

export interface Verdict {
  tone: Tone;
  reason: Reason;
  /** For the words of the reason. */
  values: Record<string, string>;
}

const hostOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1);

const danger = (reason: Reason, values: Record<string, string> = {}): Verdict => ({ tone: "danger", reason, values });
const doubt = (reason: Reason, values: Record<string, string> = {}): Verdict => ({ tone: "doubt", reason, values });

/** What speaks against the letter, the gravest first. */
function againstIt(facts: VerdictFacts): Verdict | undefined {
  // Of a letter that names two senders no check counts, but what it shows does.
  const { address = "" } = facts;
  const { checks, authentication, warnings, resemblance, misleading, nearHosts, caution, reported } = facts;
  // A signature that broke on its way, or another way than the domain's, proves nothing (RFC 6376 §6.1).
  const isRefused = checks?.results.some(({ method, result }) => method === "dmarc" && result === "fail");
  if (authentication === "fail" && checks && isRefused) {
    return danger("failed", { address, host: hostOf(address), server: checks.server });
  }
  if (caution === "phishing") return danger("phishing");
  if (reported > 0) return danger("reported", { address });
  for (const warning of warnings) {
    const { kind } = warning;
    if (kind === "otherAddress") return danger(kind, { named: warning.named, address: warning.address });
    if (kind === "lookalike") return danger(kind, { address: warning.address, real: warning.real });
  }
  if (resemblance) {
    const { kind, known } = resemblance;
    if (kind === "nearAddress") return danger(kind, { address, known });
    // People have several addresses, and others have their name.
    return doubt(kind, { address, known, name: resemblance.name });
  }
  const [link] = misleading;
  if (link) return danger("misleading", { ...link });
  // Both may be sites that mean well.
  const [near] = nearHosts;
  if (near) return doubt("nearHost", { ...near });
  return caution && doubt("spam");
}

export function verdictOf(facts: VerdictFacts): Verdict {
  const { address, checks, authentication } = facts;
  const against = againstIt(facts);
  if (against) return against;
  if (address === undefined) return doubt("noSender");
  if (checks === undefined) return doubt("untold", { address });
  if (checks === null) return doubt("unchecked", { address });
  const values = { address, host: hostOf(address), server: checks.server };
  return authentication === "pass" ? { tone: "fine", reason: "proven", values } : doubt("unproven", values);
}
