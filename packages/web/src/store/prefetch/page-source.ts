/**
 * What this page shows before any request: the snapshot that the tab's previous page has stored, or what the server has put
 * into the page (docs/decisions/0026-what-a-reload-begins-with.md, 0029-initial-render.md). Both are read once.
 */
import { BOOTSTRAP_DATA_ID, type BootstrapData, rowProperties } from "@pismo/jmap";
import type { ListSnapshot } from "../lists/list-shapes.ts";
import { dayFrom, LAST_DAY } from "../facts/day-from.ts";
import { accountOfAddress } from "../session/account-address.ts";

export interface PageSource extends BootstrapData {
  list: ListSnapshot;
}

export interface PageSnapshot extends PageSource {
  /** Another version of the client asks for other properties. */
  shape: string;
}

export const snapshotKey = "page";
export const shape = rowProperties.join(" ");

function fromTab(): PageSource | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(snapshotKey) ?? "null") as PageSnapshot | null;
    // An unusable source is not tried again.
    sessionStorage.removeItem(snapshotKey);
    return stored?.shape === shape ? stored : undefined;
  } catch {
    // Storage is closed to us, or its content is not ours.
    return undefined;
  }
}

function fromServer(): PageSource | undefined {
  const element = document.getElementById(BOOTSTRAP_DATA_ID);
  const text = element?.textContent ?? "";
  element?.remove();
  if (text === "") return undefined;
  const source = JSON.parse(text) as PageSource;
  const now = new Date();
  const isDue = source.deadlineDays?.some((day) => day >= dayFrom(now) && day <= dayFrom(now, LAST_DAY));
  return isDue ? { ...source, bars: [...source.bars, "deadlines"] } : source;
}

/** Of the account that the client will show, not of another one. */
const isShown = ({ session, accountId }: PageSource): boolean => accountOfAddress(session) === accountId;

let found: { source: PageSource | undefined } | undefined;

/** The server's word is the newer one, but of a part of a list it has no rows. */
export function pageSource(): PageSource | undefined {
  if (!found) {
    const sources = [fromServer(), fromTab()].filter((source) => source && isShown(source));
    found = { source: sources.find((source) => source!.rows[0]) ?? sources[0] };
  }
  return found.source;
}
