/** Labels: keywords with a name and a colour (RFC 8621 §4.1.1 has the keywords). An extension of ours. */
import type { Id } from "../core/core.ts";
import type { Keyword } from "../mail/email.ts";

/** An account capability. Its value is LabelsCapability. */
export const LABELS = "tag:pismo.localhost,2026:labels";

export const labelColors = [
  "gray",
  "red",
  "orange",
  "yellow",
  "green",
  "teal",
  "blue",
  "violet",
  "pink",
  "brown",
] as const;
export type LabelColor = (typeof labelColors)[number];

export const MAX_LABELS = 200;
/** Characters: code points. */
export const MAX_LABEL_NAME = 60;
/** Characters: code points. */
export const MAX_SEARCH_NAME = 100;

export interface Label {
  /** Server-set. A creation may give the id of a label that was removed: it comes back as that label. */
  id: Id;
  /** Of the Emails that have it; never changes. Left out in a creation, it is made of the name. */
  keyword: Keyword;
  name: string;
  color: LabelColor;
  /** The label under which it stands; it means nothing for the Emails. */
  parentId: Id | null;
  /** Emails that are not in the trash or the spam alone; server-set. */
  totalEmails: number;
  unreadEmails: number;
}

/** What a client needs to show an Email's labels. */
export type LabelFace = Omit<Label, "totalEmails" | "unreadEmails">;

export interface LabelsCapability {
  labels: LabelFace[];
  /** Whether every folder of the account's mail server keeps keywords: other clients then see them too. */
  isOnServer: boolean;
}

/** System keywords, and those with a meaning of their own, are no labels; Thunderbird's five are. */
const notLabels = new Set(["forwarded", "junk", "nonjunk", "notjunk", "mdnsent"]);

/** @param keyword in lower case */
export const isLabelKeyword = (keyword: Keyword): boolean =>
  /^(?:\$label[1-5]|[a-z0-9][a-z0-9_.-]{0,63})$/.test(keyword) &&
  !keyword.startsWith("category-") &&
  !notLabels.has(keyword);

/** Labels of two accounts are one to a person where it is the same: what was renamed in one of them is another. */
export const labelKey = ({ keyword, name }: Pick<LabelFace, "keyword" | "name">): string =>
  `${keyword} ${name.toLowerCase()}`;
