/** The commands and tests that there are, with their arguments. */
import type { Extension } from "./extensions.ts";

export type ValueKind = "string" | "strings" | "number";

export interface TagSignature {
  /** Of the tags of one group a command has one at most; default: the tag itself. */
  group?: string;
  /** What follows the tag. */
  value?: ValueKind;
  extension?: Extension;
}

export interface Signature {
  extension?: Extension;
  tags?: Readonly<Record<string, TagSignature>>;
  /** In order, after the tags. */
  values?: readonly ValueKind[];
  /** Before the first of the values there may be one more (RFC 5232 §3: the variable's name). */
  optionalFirst?: { value: ValueKind; extension: Extension };
  /** After the last of the values there may be one more. */
  optionalLast?: ValueKind;
  tests?: "one" | "list";
  hasBlock?: boolean;
}

const matchTags: Readonly<Record<string, TagSignature>> = {
  is: { group: "match" },
  contains: { group: "match" },
  matches: { group: "match" },
  // RFC 5231 §4
  value: { group: "match", value: "string", extension: "relational" },
  count: { group: "match", value: "string", extension: "relational" },
  comparator: { value: "string" },
};

const addressTags: Readonly<Record<string, TagSignature>> = {
  all: { group: "part" },
  localpart: { group: "part" },
  domain: { group: "part" },
  // RFC 5233 §4
  user: { group: "part", extension: "subaddress" },
  detail: { group: "part", extension: "subaddress" },
};

const flagTags: Readonly<Record<string, TagSignature>> = { flags: { value: "strings", extension: "imap4flags" } };

const zoneTags: Readonly<Record<string, TagSignature>> = { zone: { group: "zone", value: "string" } };

const modifier = (precedence: string): TagSignature => ({ group: precedence });

const changesFlags: Signature = {
  extension: "imap4flags",
  values: ["strings"],
  optionalFirst: { value: "string", extension: "variables" },
};

export const commands: Readonly<Record<string, Signature>> = {
  require: { values: ["strings"] },
  if: { tests: "one", hasBlock: true },
  elsif: { tests: "one", hasBlock: true },
  else: { hasBlock: true },
  stop: {},
  keep: { tags: flagTags },
  discard: {},
  fileinto: {
    extension: "fileinto",
    tags: {
      ...flagTags,
      copy: { extension: "copy" },
      create: { extension: "mailbox" },
      mailboxid: { value: "string", extension: "mailboxid" },
    },
    values: ["string"],
  },
  setflag: changesFlags,
  addflag: changesFlags,
  removeflag: changesFlags,
  reject: { extension: "reject", values: ["string"] },
  ereject: { extension: "ereject", values: ["string"] },
  redirect: { tags: { copy: { extension: "copy" } }, values: ["string"] },
  // RFC 5293 §4, §5
  addheader: { extension: "editheader", tags: { last: {} }, values: ["string", "string"] },
  deleteheader: {
    extension: "editheader",
    tags: { ...matchTags, index: { value: "number" }, last: {} },
    values: ["string"],
    optionalLast: "strings",
  },
  // RFC 5230 §4
  vacation: {
    extension: "vacation",
    tags: {
      days: { value: "number" },
      subject: { value: "string" },
      from: { value: "string" },
      addresses: { value: "strings" },
      mime: {},
      handle: { value: "string" },
    },
    values: ["string"],
  },
  // RFC 5229 §4: of each precedence one modifier at most.
  set: {
    extension: "variables",
    tags: {
      lower: modifier("40"),
      upper: modifier("40"),
      lowerfirst: modifier("30"),
      upperfirst: modifier("30"),
      quotewildcard: modifier("20"),
      length: modifier("10"),
    },
    values: ["string", "string"],
  },
};

export const tests: Readonly<Record<string, Signature>> = {
  true: {},
  false: {},
  not: { tests: "one" },
  allof: { tests: "list" },
  anyof: { tests: "list" },
  exists: { values: ["strings"] },
  size: { tags: { over: { group: "limit", value: "number" }, under: { group: "limit", value: "number" } } },
  header: { tags: matchTags, values: ["strings", "strings"] },
  address: { tags: { ...matchTags, ...addressTags }, values: ["strings", "strings"] },
  envelope: { extension: "envelope", tags: { ...matchTags, ...addressTags }, values: ["strings", "strings"] },
  body: {
    extension: "body",
    tags: {
      ...matchTags,
      raw: { group: "transform" },
      text: { group: "transform" },
      content: { group: "transform", value: "strings" },
    },
    values: ["strings"],
  },
  date: {
    extension: "date",
    tags: { ...matchTags, ...zoneTags, originalzone: { group: "zone" } },
    values: ["string", "string", "strings"],
  },
  currentdate: { extension: "date", tags: { ...matchTags, ...zoneTags }, values: ["string", "strings"] },
  hasflag: {
    extension: "imap4flags",
    tags: matchTags,
    values: ["strings"],
    optionalFirst: { value: "strings", extension: "variables" },
  },
  string: { extension: "variables", tags: matchTags, values: ["strings", "strings"] },
  mailboxexists: { extension: "mailbox", values: ["strings"] },
  hasattachment: { extension: "vnd.pismo.attachment" },
};
