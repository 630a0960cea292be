/** Makes the scripts of a mail server those that are here. */
import type { KnownScript } from "../../store/rules/server-scripts.ts";
import type { ServerListing } from "./read-listing.ts";
import type { ManageSieveSession } from "./session.ts";
import { TOGETHER, togetherOf } from "./together.ts";

/** What is to be active there; "": none. */
function wantedOf(scripts: readonly KnownScript[]): { name: string; together?: string } {
  const there = scripts.filter(({ isAtServer }) => isAtServer);
  const active = there.find(({ isActive }) => isActive);
  const beside = there.find(({ runsBeside }) => runsBeside);
  if (!active || !beside) return { name: (active ?? beside)?.name ?? "" };
  return { name: TOGETHER, together: togetherOf([beside.name, active.name]) };
}

/**
 * @param before as both sides had them
 * @param ahead texts of scripts that were put there since, by their names
 * @throws SieveRefusal, Offline
 */
export async function pushScripts(
  session: ManageSieveSession,
  before: readonly KnownScript[],
  after: readonly KnownScript[],
  listing: ServerListing,
  ahead: ReadonlyMap<string, string>,
): Promise<void> {
  const known = new Map(before.filter(({ isAtServer }) => isAtServer).map((script) => [script.id, script]));
  const stay = after.filter(({ isAtServer }) => isAtServer);
  for (const { id, name, text } of stay) {
    const script = known.get(id);
    if (script && script.name !== name) await session.rename(script.name, name);
    if ((script?.text ?? ahead.get(name)) !== text) await session.put(name, text);
  }
  const { name, together } = wantedOf(after);
  if (together !== undefined) await session.put(TOGETHER, together);
  // A script that was renamed is active under its new name.
  const active = [...known.values()].find((script) => script.name === listing.active);
  const activeNow = stay.find(({ id }) => id === active?.id)?.name ?? listing.active;
  if (activeNow !== name) await session.activate(name);
  const staying = new Set(stay.map(({ id }) => id));
  const names = new Set(stay.map((script) => script.name));
  for (const put of ahead.keys()) if (!names.has(put)) await session.remove(put);
  for (const { id, name: removed } of known.values()) if (!staying.has(id)) await session.remove(removed);
  if (listing.hasTogether && together === undefined) await session.remove(TOGETHER);
}
