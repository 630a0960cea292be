/** The account's quotas: the quota roots of its INBOX (RFC 9208). */
import { isDeepStrictEqual } from "node:util";
import { listQuotas, type NewQuota, replaceQuotas } from "../../../store/mirror/quotas.ts";
import type { Mirror } from "../sync/mirror.ts";
import type { Session } from "../connection/connection.ts";

/** ImapFlow's `getQuota` merges all roots of a folder. */
interface Untagged {
  attributes?: { value?: unknown }[];
}

/** Resources of RFC 9208 §5 that messages take up; STORAGE is in units of 1024 octets. */
const resources: Readonly<Record<string, { resourceType: NewQuota["resourceType"]; unit: number }>> = {
  STORAGE: { resourceType: "octets", unit: 1024 },
  MESSAGE: { resourceType: "count", unit: 1 },
};

/** More and longer roots than honest servers have. */
const MAX_ROOTS = 20;
const MAX_ROOT_NAME = 255;

const wordOf = (attribute: { value?: unknown } | undefined): string | undefined =>
  typeof attribute?.value === "string" ? attribute.value : undefined;

const amountOf = (word: string | undefined, unit: number): number | undefined =>
  word !== undefined && /^\d+$/.test(word) ? Math.min(Number(word) * unit, Number.MAX_SAFE_INTEGER) : undefined;

/** A QUOTA response (RFC 9208 §4.2.1): the root, and names of resources with what is used and the limit. */
function quotasOf(root: string, list: unknown): NewQuota[] {
  if (!Array.isArray(list)) return [];
  const words = list.map((attribute: { value?: unknown } | undefined) => wordOf(attribute));
  const quotas = new Map<string, NewQuota>();
  for (let at = 0; at + 2 < words.length; at += 3) {
    const name = words[at]?.toUpperCase() ?? "";
    const resource = Object.hasOwn(resources, name) ? resources[name] : undefined;
    if (!resource) continue;
    const [used, hardLimit] = [words[at + 1], words[at + 2]].map((word) => amountOf(word, resource.unit));
    // Servers send a limit of 0 for no limit.
    if (used === undefined || !hardLimit) continue;
    quotas.set(name, { root, resourceType: resource.resourceType, used, hardLimit });
  }
  return [...quotas.values()];
}

/** undefined: the server refuses. */
async function fetchQuotas({ client }: Session): Promise<NewQuota[] | undefined> {
  if (!client.capabilities.has("QUOTA")) return [];
  const named = new Set<string>();
  const quotas = new Map<string, NewQuota[]>();
  const untagged = {
    async QUOTAROOT({ attributes = [] }: Untagged = {}): Promise<void> {
      for (const root of attributes.slice(1)) named.add(wordOf(root) ?? "");
    },
    async QUOTA({ attributes = [] }: Untagged = {}): Promise<void> {
      const root = wordOf(attributes[0]) ?? "";
      if (root.length <= MAX_ROOT_NAME && (quotas.has(root) || quotas.size < MAX_ROOTS))
        quotas.set(root, quotasOf(root, attributes[1]));
    },
  };
  try {
    await client.command("GETQUOTAROOT", [{ type: "ATOM", value: "INBOX" }], { untagged });
    // Some servers list the roots without their quotas (RFC 9208 §4.1.2 requires both).
    for (const root of [...named].slice(0, MAX_ROOTS)) {
      if (!quotas.has(root)) await client.command("GETQUOTA", [{ type: "STRING", value: root }], { untagged });
    }
  } catch (error) {
    if (!client.usable) throw error;
    return undefined;
  }
  return [...quotas.values()].flat();
}

/** Records the quotas; the last ones stay where the server refuses. */
export async function noteQuotas({ session, store, accountId }: Mirror): Promise<void> {
  const found = await fetchQuotas(session);
  if (found === undefined) return;
  const before = await store.read((reader) => listQuotas(reader, accountId));
  const isSame = isDeepStrictEqual(
    found,
    before.map(({ root, resourceType, used, hardLimit }) => ({ root, resourceType, used, hardLimit })),
  );
  if (!isSame) await store.write((tx) => replaceQuotas(tx, accountId, found));
}
