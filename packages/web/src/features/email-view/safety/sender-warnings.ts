/** Anomalies of the sender fields. Pure. */
import { addressKey, type EmailAddress, type SenderAuthentication } from "@pismo/jmap";
import { isDeceptiveHost, isSameSite, readableHost } from "../../../message-html/index.ts";

export type SenderWarning =
  /** The name is an address, and not the one that the message came from. */
  | { kind: "otherAddress"; named: string; address: string }
  /** Answers go to another site. */
  | { kind: "replyElsewhere"; address: string }
  /** The address mixes alphabets, or looks like another without being it; `real` is what computers read. */
  | { kind: "lookalike"; address: string; real: string }
  /** The receiving server's check says that the address in From is not the sender's. */
  | { kind: "notProven"; address: string };

const addressInText = /[^\s<>"'(),:;@[\]]+@[^\s<>"'(),:;@[\]]+\.[\p{L}\p{N}-]{2,}/u;
const hostOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1);

export function warningsOf(
  { from, replyTo }: { from: EmailAddress[] | null; replyTo: EmailAddress[] | null },
  authentication: SenderAuthentication | undefined,
): SenderWarning[] {
  const [sender] = from ?? [];
  if (!sender?.email.includes("@")) return [];
  const address = sender.email;
  const warnings: SenderWarning[] = [];
  if (authentication === "fail") warnings.push({ kind: "notProven", address });
  const named = addressInText.exec((sender.name ?? "").replace(/\p{Cf}/gu, ""))?.[0];
  if (named !== undefined && addressKey(named) !== addressKey(address)) {
    warnings.push({ kind: "otherAddress", named, address });
  }
  const host = hostOf(address).toLowerCase();
  const real = URL.parse(`http://${host}`)?.hostname ?? host;
  if (isDeceptiveHost(readableHost(real))) warnings.push({ kind: "lookalike", address, real });
  const elsewhere = replyTo?.find(({ email }) => email.includes("@") && !isSameSite(hostOf(email), hostOf(address)));
  if (elsewhere) warnings.push({ kind: "replyElsewhere", address: elsewhere.email });
  return warnings;
}
