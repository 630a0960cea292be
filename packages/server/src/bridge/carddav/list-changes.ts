/** What has changed in an address book: by sync-collection (RFC 6578), or by comparing the whole list. */
import type { Collection } from "../../store/carddav/collections.ts";
import type { DavClient } from "./dav-client.ts";
import { CALENDARSERVER, DAV, type DavResponse, type Multistatus } from "./multistatus.ts";
import { DavError, DavRefusal } from "./problems.ts";
import { pathOf } from "./sync-work.ts";

export interface Listed {
  /** ETags by path: of all cards where `isWhole`, else of those that may have changed. */
  etags: Map<string, string>;
  gone: string[];
  isWhole: boolean;
  /** For the next time. */
  syncToken: string | null;
  ctag: string | null;
}

const MAX_PAGES = 1000;
/** Of one address book. */
const MAX_LISTED = 200_000;

const state = `<?xml version="1.0" encoding="utf-8"?><d:propfind xmlns:d="${DAV}" xmlns:cs="${CALENDARSERVER}"><d:prop><cs:getctag/><d:sync-token/><d:supported-report-set/></d:prop></d:propfind>`;
const list = `<?xml version="1.0" encoding="utf-8"?><d:propfind xmlns:d="${DAV}"><d:prop><d:getetag/><d:resourcetype/></d:prop></d:propfind>`;
const changesSince = (token: string): string =>
  `<?xml version="1.0" encoding="utf-8"?><d:sync-collection xmlns:d="${DAV}"><d:sync-token>${token
    .replaceAll("&", "&amp;")
    .replaceAll(
      "<",
      "&lt;",
    )}</d:sync-token><d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop></d:sync-collection>`;

/** undefined: nothing has changed. @throws DavRefusal, DavError; of the network */
export async function listChanges(client: DavClient, collection: Collection): Promise<Listed | undefined> {
  const url = new URL(collection.url);
  const own = (await client.list(url, "PROPFIND", "0", state)).responses[0];
  const ctag = own?.props.get(`${CALENDARSERVER} getctag`)?.text.trim() || null;
  const token = own?.props.get(`${DAV} sync-token`)?.text.trim() || null;
  const reports = own?.props.get(`${DAV} supported-report-set`)?.names;
  if (reports?.has(`${DAV} sync-collection`)) {
    if (token !== null && token === collection.syncToken) return undefined;
    const listed = await bySyncCollection(client, url, collection.syncToken);
    if (listed) return { ...listed, ctag: null };
  }
  if (ctag !== null && ctag === collection.ctag) return undefined;
  const etags = new Map<string, string>();
  addTo(etags, (await client.list(url, "PROPFIND", "1", list)).responses, url);
  return { etags, gone: [], isWhole: true, syncToken: null, ctag };
}

function addTo(etags: Map<string, string>, responses: readonly DavResponse[], url: URL): void {
  const own = pathOf(url.pathname, url.href);
  for (const { href, props } of responses) {
    const path = pathOf(href, url.href);
    const etag = props.get(`${DAV} getetag`)?.text.trim();
    const isFolder = path.endsWith("/") || props.get(`${DAV} resourcetype`)?.names.has(`${DAV} collection`);
    if (etag && path !== own && !isFolder) etags.set(path, etag);
  }
}

/** undefined: the server does not answer it after all. */
async function bySyncCollection(
  client: DavClient,
  url: URL,
  since: string | null,
): Promise<Omit<Listed, "ctag"> | undefined> {
  const etags = new Map<string, string>();
  const gone = new Set<string>();
  const own = pathOf(url.pathname, url.href);
  let token = since ?? "";
  for (let page = 0; page < MAX_PAGES; page++) {
    let answer: Multistatus;
    try {
      answer = await client.list(url, "REPORT", "0", changesSince(token));
    } catch (error) {
      if (!(error instanceof DavRefusal)) throw error;
      // The token is too old (RFC 6578 §3.2, DAV:valid-sync-token): all is compared.
      return since === null ? undefined : bySyncCollection(client, url, null);
    }
    addTo(etags, answer.responses, url);
    let isCut = false;
    for (const { href, status } of answer.responses) {
      const path = pathOf(href, url.href);
      if (path === own) isCut ||= status === 507;
      else if (status === 404 || status === 410) gone.add(path);
      else gone.delete(path);
    }
    for (const path of gone) etags.delete(path);
    if (etags.size + gone.size > MAX_LISTED) throw new DavError("tooMany", `more than ${MAX_LISTED} cards`);
    const next = answer.syncToken;
    if (!isCut || next === undefined || next === token)
      return { etags, gone: [...gone], isWhole: since === null, syncToken: next ?? null };
    token = next;
  }
  return undefined;
}
