/** What a mail server has of scripts, and which of them it runs. */
import type { BlobStore } from "../../store/blobs/blobs.ts";
import type { Listing } from "../../store/rules/server-scripts.ts";
import { MAX_SCRIPTS } from "./limits.ts";
import { TooMuch } from "./refusal.ts";
import type { ManageSieveSession } from "./session.ts";
import { namesIn, TOGETHER } from "./together.ts";

export interface ServerListing extends Listing {
  /** The name of the script that is active there; "": none. */
  active: string;
  /** Whether our script that runs two others is there. */
  hasTogether: boolean;
}

const MAX_NAME_OCTETS = 512;

/** A name that RFC 9661 can tell, too. */
const isTold = (name: string): boolean =>
  name.trim() !== "" && Buffer.byteLength(name) <= MAX_NAME_OCTETS && !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(name);

/** @throws TooMuch there is more than can be shown: a change that does not know all of it could overwrite the rest */
export async function readListing(session: ManageSieveSession, blobs: Pick<BlobStore, "put">): Promise<ServerListing> {
  const all = await session.list();
  if (all.length > MAX_SCRIPTS || !all.every(({ name }) => isTold(name)))
    throw new TooMuch("the server has scripts that cannot be shown");
  const active = all.find(({ isActive }) => isActive)?.name ?? "";
  const found = await session.getAll(all.map(({ name }) => name));
  const texts = new Map(all.map(({ name }, index) => [name, found[index]!]));
  const two = namesIn(texts.get(TOGETHER) ?? "");
  const isOurs = two !== undefined;
  const shown = [...texts].filter(([name]) => !(isOurs && name === TOGETHER));
  const scripts = [];
  for (const [name, text] of shown) {
    const bytes = Buffer.from(text);
    const { blobId } = await blobs.put(bytes);
    scripts.push({ name, content: { blobId, size: bytes.length, text, isAtServer: true } });
  }
  const running = isOurs && active === TOGETHER ? two.filter((name) => texts.has(name)) : [active];
  return { scripts, running, active, hasTogether: isOurs };
}
