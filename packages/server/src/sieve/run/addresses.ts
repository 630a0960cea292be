/** Parts of addresses: RFC 5228 §2.7.4, RFC 5233. */
import type { CheckedTest } from "../language/checked.ts";

const SEPARATOR = "+";

/** @returns undefined: the address has no such part */
export function addressPart({ tags }: CheckedTest, address: string): string | undefined {
  const at = address.lastIndexOf("@");
  const local = at < 0 ? address : address.slice(0, at);
  if (tags.has("localpart")) return local;
  if (tags.has("domain")) return at < 0 ? "" : address.slice(at + 1);
  const plus = local.indexOf(SEPARATOR);
  if (tags.has("user")) return plus < 0 ? local : local.slice(0, plus);
  if (tags.has("detail")) return plus < 0 ? undefined : local.slice(plus + 1);
  return address;
}
