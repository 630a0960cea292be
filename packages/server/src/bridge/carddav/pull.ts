/** What others have changed in an address book of the server comes here. */
import { SetFailure } from "@pismo/jmap";
import { type Collection, noteProgress } from "../../store/carddav/collections.ts";
import { etagsOf } from "../../store/carddav/resources.ts";
import { CARDDAV, DAV, escapeXml } from "./multistatus.ts";
import { DavError } from "./problems.ts";
import { listChanges } from "./list-changes.ts";
import { type Incoming, takeCards } from "./take-cards.ts";
import { removeCards } from "./remove-cards.ts";
import { pathOf, type SyncWork } from "./sync-work.ts";
import { readCard } from "./vcards.ts";

/** Cards of one request and one transaction: some have pictures. */
const BATCH = 40;
/** As ContactCard/set allows, in characters of JSON. */
const MAX_CARD_CHARS = 1_000_000;

export async function pull(work: SyncWork, collection: Collection): Promise<void> {
  const { accountId, client, store, signal } = work;
  const listed = await listChanges(client, collection);
  if (!listed) return;
  const known = await store.read((reader) => etagsOf(reader, accountId, collection.bookId));
  const wanted = [...listed.etags].filter(([path, etag]) => known.get(path) !== etag).map(([path]) => path);
  // What a list leaves out may be there all the same: it is asked for by name.
  const missing = listed.isWhole ? [...known.keys()].filter((path) => !listed.etags.has(path)) : [];
  const asked = [...wanted, ...missing];
  await remove(
    work,
    collection,
    listed.gone.filter((path) => known.has(path)),
  );
  let isComplete = true;
  for (let at = 0; at < asked.length; at += BATCH) {
    signal.throwIfAborted();
    const some = asked.slice(at, at + BATCH);
    const { cards, gone, answered } = await fetchCards(work, collection, some);
    if (answered < some.length) isComplete = false;
    await take(work, collection, cards);
    await remove(
      work,
      collection,
      gone.filter((path) => known.has(path)),
    );
  }
  const { bookId } = collection;
  // What was left out is asked for again the next time.
  const { syncToken, ctag } = isComplete ? listed : collection;
  await work.write((tx) => noteProgress(tx, accountId, { bookId, syncToken, ctag }));
  Object.assign(collection, { syncToken, ctag });
}

/** RFC 6352 §8.7. */
async function fetchCards({ client }: SyncWork, { url }: Collection, paths: readonly string[]) {
  const hrefs = paths.map((path) => `<d:href>${escapeXml(path)}</d:href>`).join("");
  const body = `<?xml version="1.0" encoding="utf-8"?><c:addressbook-multiget xmlns:d="${DAV}" xmlns:c="${CARDDAV}"><d:prop><d:getetag/><c:address-data/></d:prop>${hrefs}</c:addressbook-multiget>`;
  const { responses } = await client.list(new URL(url), "REPORT", "1", body);
  const asked = new Set(paths);
  const cards: Incoming[] = [];
  const gone: string[] = [];
  /** Paths that are gone, or were given, also in a form that cannot be read. */
  const answered = new Set<string>();
  for (const { href, status, props } of responses) {
    const path = pathOf(href, url);
    if (!asked.has(path)) continue;
    if (status === 404 || status === 410) gone.push(path);
    const text = props.get(`${CARDDAV} address-data`)?.text;
    if (text !== undefined || status === 404 || status === 410) answered.add(path);
    const read = text === undefined || text.length > MAX_CARD_CHARS ? undefined : readCard(text);
    const etag = props.get(`${DAV} getetag`)?.text.trim();
    if (read && etag && JSON.stringify(read).length <= MAX_CARD_CHARS) cards.push({ path, etag, read });
  }
  return { cards, gone, answered: answered.size };
}

async function take(work: SyncWork, collection: Collection, cards: readonly Incoming[]): Promise<void> {
  if (cards.length === 0) return;
  try {
    await work.write((tx) => takeCards(tx, work.accountId, collection, cards));
  } catch (error) {
    if (error instanceof SetFailure && error.error.type === "overQuota") throw new DavError("tooMany", error.message);
    throw error;
  }
}

async function remove(work: SyncWork, { bookId }: Collection, paths: readonly string[]): Promise<void> {
  for (let at = 0; at < paths.length; at += BATCH)
    await work.write((tx) => removeCards(tx, work.accountId, bookId, paths.slice(at, at + BATCH)));
}
