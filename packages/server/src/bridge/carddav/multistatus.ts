/** Multistatus responses (RFC 4918 §13), read with their namespaces. Pure, and bounded. */
import { SaxesParser } from "saxes";
import { breathe } from "../../store/db/reader.ts";

export const DAV = "DAV:";
export const CARDDAV = "urn:ietf:params:xml:ns:carddav";
export const CALENDARSERVER = "http://calendarserver.org/ns/";

export interface Prop {
  text: string;
  /** Of the DAV:href elements in it. */
  hrefs: string[];
  /** The elements in it, at any depth, as "namespace name", with their attributes. */
  names: Map<string, Record<string, string>[]>;
}

export interface DavResponse {
  href: string;
  /** Of the response itself (RFC 6578 §3.5), where it has no properties. */
  status: number | undefined;
  /** Those with the status 200, by "namespace name". */
  props: Map<string, Prop>;
}

export interface Multistatus {
  responses: DavResponse[];
  /** RFC 6578 §3.2. */
  syncToken: string | undefined;
}

/** What is deeper is no answer. */
const MAX_DEPTH = 50;
/** Characters between two turns of the event loop. */
const SLICE = 200_000;

const keyOf = ({ uri, local }: { uri: string; local: string }): string => `${uri} ${local}`;
const statusOf = (text: string): number | undefined => Number(/^\s*HTTP\/\S+\s+(\d{3})/.exec(text)?.[1]) || undefined;

class Reader {
  readonly result: Multistatus = { responses: [], syncToken: undefined };
  #path: string[] = [];
  #text = "";
  #response: DavResponse | undefined;
  #found = new Map<string, Prop>();
  #prop: Prop | undefined;
  #status: number | undefined;

  /** Whether the innermost elements are these of DAV, the innermost last. */
  #isIn(...names: string[]): boolean {
    return names.every((name, index) => this.#path.at(index - names.length) === `${DAV} ${name}`);
  }

  open(tag: { uri: string; local: string; attributes: Record<string, { value: string } | string> }): void {
    const key = keyOf(tag);
    if (this.#isIn("propstat", "prop")) this.#found.set(key, (this.#prop = { text: "", hrefs: [], names: new Map() }));
    else if (this.#prop) {
      const attributes = Object.fromEntries(
        Object.entries(tag.attributes).map(([name, value]) => [name, typeof value === "string" ? value : value.value]),
      );
      const known = this.#prop.names.get(key);
      if (known) known.push(attributes);
      else this.#prop.names.set(key, [attributes]);
    }
    this.#path.push(key);
    if (this.#path.length > MAX_DEPTH) throw new Error("XML is nested too deeply");
    if (this.#isIn("multistatus", "response")) this.#response = { href: "", status: undefined, props: new Map() };
    if (this.#isIn("response", "propstat")) {
      this.#found = new Map();
      this.#status = undefined;
    }
    this.#text = "";
  }

  text(text: string): void {
    this.#text += text;
    if (this.#prop) this.#prop.text += text;
  }

  close(): void {
    const text = this.#text.trim();
    this.#text = "";
    if (this.#prop && this.#path.at(-1) === `${DAV} href`) this.#prop.hrefs.push(text);
    else if (this.#isIn("multistatus", "response", "href")) this.#response!.href ||= text;
    else if (this.#isIn("multistatus", "response", "status")) this.#response!.status = statusOf(text);
    else if (this.#isIn("propstat", "status")) this.#status = statusOf(text);
    else if (this.#isIn("multistatus", "sync-token")) this.result.syncToken = text;
    else if (this.#isIn("response", "propstat") && this.#response && this.#status === 200)
      for (const [name, prop] of this.#found) this.#response.props.set(name, prop);
    else if (this.#isIn("multistatus", "response") && this.#response) {
      this.result.responses.push(this.#response);
      this.#response = undefined;
    }
    this.#path.pop();
    if (this.#isIn("propstat", "prop")) this.#prop = undefined;
  }
}

/** @throws Error it is no whole multistatus: what ends early must not look like a short list */
export async function readMultistatus(xml: string): Promise<Multistatus> {
  const reader = new Reader();
  const parser = new SaxesParser({ xmlns: true });
  let root: string | undefined;
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("doctype", () => {
    throw new Error("XML with a document type");
  });
  parser.on("opentag", (tag) => {
    root ??= keyOf(tag);
    reader.open(tag);
  });
  parser.on("text", (text) => reader.text(text));
  parser.on("cdata", (text) => reader.text(text));
  parser.on("closetag", () => reader.close());
  for (let at = 0; at < xml.length; at += SLICE) {
    parser.write(xml.slice(at, at + SLICE));
    await breathe();
  }
  parser.close();
  if (root !== `${DAV} multistatus`) throw new Error("The answer is no multistatus");
  return reader.result;
}

export const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
