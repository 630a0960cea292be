/** Where a person's address books are: RFC 6764 §6, RFC 6352 §7.1.1. */
import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { siteOf } from "../../mime/headers/site-of.ts";
import { lookUpService } from "../account-setup/srv.ts";
import type { DavClient } from "./dav-client.ts";
import { CARDDAV, DAV, type DavResponse, type Multistatus, readMultistatus } from "./multistatus.ts";
import { DavError, DavRefusal } from "./problems.ts";

export interface FoundBook {
  url: string;
  name: string;
  /** Of the vCards that it takes (RFC 6352 §6.2.2). */
  version: "3.0" | "4.0";
  isReadOnly: boolean;
}

export interface Found {
  /** What is asked for the books from now on. */
  homeUrl: string;
  books: FoundBook[];
}

const MAX_REDIRECTS = 5;
const MAX_BOOKS = 50;
const DNS_MS = 5000;

const bookProps =
  "<d:resourcetype/><d:displayname/><d:current-user-privilege-set/><c:supported-address-data/>" as const;
const propfind = (props: string): string =>
  `<?xml version="1.0" encoding="utf-8"?><d:propfind xmlns:d="${DAV}" xmlns:c="${CARDDAV}"><d:prop>${props}</d:prop></d:propfind>`;

const hostOf = (url: URL): string => url.hostname.toLowerCase();

/** "dav.example.org" → "example.org" */
function parentOf(host: string): string {
  const labels = host.split(".");
  return labels.length > 2 ? labels.slice(1).join(".") : host;
}

/** Whether both are one site, as far as their names tell: a password may go from one to the other. */
export function isSameSite(a: URL, b: URL): boolean {
  const [one, other] = [hostOf(a), hostOf(b)];
  if (one === other) return true;
  if (isIP(one.replace(/^\[|\]$/g, "")) || isIP(other.replace(/^\[|\]$/g, ""))) return false;
  const [first, second] = [parentOf(one), parentOf(other)];
  const areSiblings = first === second && first.includes(".") && siteOf(one) === siteOf(other);
  return one.endsWith(`.${other}`) || other.endsWith(`.${one}`) || areSiblings;
}

/** The answer at a URL, or where it leads. @throws DavError otherServer: to another site, which the person has not named */
async function openAt(client: DavClient, start: URL, depth: "0" | "1", body: string): Promise<[URL, Multistatus]> {
  let url = start;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const answer = await client.ask(url, {
      method: "PROPFIND",
      body,
      headers: { depth, "content-type": "application/xml" },
    });
    const { location } = answer.headers;
    if (answer.status === 207) return [url, await readMultistatus(answer.text)];
    if (![301, 302, 303, 307, 308].includes(answer.status) || !location)
      throw new DavRefusal(answer.status, answer.text);
    const next = new URL(location, url);
    if (!isSameSite(url, next)) throw new DavError("otherServer", next.href);
    url = next;
  }
  throw new DavError("noAddressBook", `${start.host} redirects without an end`);
}

const hasName = (response: DavResponse | undefined, prop: string, name: string): boolean =>
  response?.props.get(prop)?.names.has(name) ?? false;

const isBook = (response: DavResponse | undefined): boolean =>
  hasName(response, `${DAV} resourcetype`, `${CARDDAV} addressbook`);

/** Of a book that has no other name. */
function nameIn(path: string): string {
  const part = path.split("/").at(-2) ?? "";
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function toBook(response: DavResponse, base: URL): FoundBook {
  const url = sameSite(response.href, base);
  const rights = response.props.get(`${DAV} current-user-privilege-set`);
  const mayWrite = ["write", "write-content", "bind", "all"].some((right) => rights?.names.has(`${DAV} ${right}`));
  const types =
    response.props.get(`${CARDDAV} supported-address-data`)?.names.get(`${CARDDAV} address-data-type`) ?? [];
  return {
    url: url.href,
    name: response.props.get(`${DAV} displayname`)?.text.trim() || nameIn(url.pathname),
    version: types.some(({ version }) => version === "4.0") ? "4.0" : "3.0",
    isReadOnly: rights !== undefined && rights.names.size > 0 && !mayWrite,
  };
}

/** The address books at a URL: it is one, or has them in it. */
export async function booksAt(client: DavClient, home: URL): Promise<Found> {
  const [url, { responses }] = await openAt(client, home, "1", propfind(bookProps));
  const books = responses
    .filter(isBook)
    .slice(0, MAX_BOOKS)
    .map((response) => toBook(response, url));
  const own = books.find((book) => new URL(book.url).pathname === url.pathname);
  return { homeUrl: url.href, books: own ? [own] : books };
}

/** What a URL says of itself; undefined: nothing. */
async function principalAt(
  client: DavClient,
  start: URL,
): Promise<{ url: URL; home?: URL; isBook: boolean } | undefined> {
  try {
    const props = "<d:resourcetype/><d:current-user-principal/><c:addressbook-home-set/>";
    const [url, { responses }] = await openAt(client, start, "0", propfind(props));
    const [own] = responses;
    const home = own?.props.get(`${CARDDAV} addressbook-home-set`)?.hrefs[0];
    const principal = own?.props.get(`${DAV} current-user-principal`)?.hrefs[0];
    if (isBook(own)) return { url, isBook: true };
    const named = home ?? (principal && (await homeOf(client, sameSite(principal, url))));
    return { url, isBook: false, ...(named && { home: sameSite(named, url) }) };
  } catch (error) {
    if (error instanceof DavRefusal) return undefined;
    // An answer that is no XML: some other service.
    if (error instanceof Error && !(error instanceof DavError) && !("code" in error)) return undefined;
    throw error;
  }
}

function sameSite(href: string, base: URL): URL {
  const url = new URL(href, base);
  if (!isSameSite(url, base)) throw new DavError("otherServer", url.href);
  return url;
}

async function homeOf(client: DavClient, principal: URL): Promise<string | undefined> {
  const [url, { responses }] = await openAt(client, principal, "0", propfind("<c:addressbook-home-set/>"));
  const href = responses[0]?.props.get(`${CARDDAV} addressbook-home-set`)?.hrefs[0];
  return href && new URL(href, url).href;
}

/** What is tried in turn for what a person has typed: a URL, a domain or an address at one. */
async function* placesFor(address: string): AsyncGenerator<URL> {
  const typed = address.trim();
  const named = /^https?:\/\//i.test(typed) ? URL.parse(typed) : undefined;
  // The fields beside it are for these: an address is shown, and kept in the clear.
  if (named && (named.username || named.password)) throw new DavError("noSuchServer", named.host);
  if (named) {
    yield named;
    yield new URL("/.well-known/carddav", named);
    if (named.pathname !== "/") yield new URL("/", named);
    return;
  }
  const domain = URL.parse(`https://${typed.slice(typed.lastIndexOf("@") + 1)}`);
  if (!domain) throw new DavError("noSuchServer", typed);
  const resolver = new Resolver({ timeout: DNS_MS, tries: 1 });
  const service = isIP(domain.hostname) ? undefined : await lookUpService(resolver, "_carddavs._tcp", domain.hostname);
  if (service) {
    const target = new URL(`https://${service.host}:${service.port}/.well-known/carddav`);
    if (!isSameSite(target, domain)) throw new DavError("otherServer", target.origin);
    yield target;
    yield new URL("/", target);
  }
  yield new URL("/.well-known/carddav", domain);
  yield domain;
}

/** @throws DavError; of the network */
export async function discoverBooks(client: DavClient, address: string): Promise<Found> {
  for await (const place of placesFor(address)) {
    const said = await principalAt(client, place);
    const home = said?.isBook ? said.url : said?.home;
    if (!home) continue;
    const found = await booksAt(client, home);
    if (found.books.length > 0) return found;
    throw new DavError("noAddressBook", `${home.href} has no address book`);
  }
  throw new DavError("noAddressBook", `${address} has no address books`);
}
