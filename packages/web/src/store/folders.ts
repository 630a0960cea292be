/** Folders as the navigation and the addresses name them, over JMAP's mailboxes. Pure. */
import { type EmailFilterCondition, type Filter, folderRoles, type Id, IMPORTANT, type Mailbox } from "@pismo/jmap";

/** In the order of the navigation. A custom folder's name in addresses is its mailbox's id. */
export const specialFolders = ["inbox", "important", "sent", "drafts", "archive", "spam", "trash"] as const;
export type SpecialFolder = (typeof specialFolders)[number];

/** "important" is no single mailbox: see `folderOf`. */
const roles: Record<SpecialFolder, string> = folderRoles;

export const isSpecialFolder = (folder: string): folder is SpecialFolder => Object.hasOwn(roles, folder);

/** What names a folder. */
export type NamedMailbox = Pick<Mailbox, "id" | "role">;

export type Folder<M extends NamedMailbox = Mailbox> =
  | { kind: "mailbox"; mailbox: M }
  /** Every letter marked important outside spam and trash, and those in a mailbox with that role where there is one. */
  | { kind: "important"; mailbox: M | undefined };

export const mailboxWithRole = <M extends NamedMailbox>(mailboxes: readonly M[], role: string): M | undefined =>
  mailboxes.find((mailbox) => mailbox.role === role);

/** The folder that an address names, or undefined where there is none. */
export function folderOf<M extends NamedMailbox>(mailboxes: readonly M[], name: string): Folder<M> | undefined {
  if (name === "important") return { kind: "important", mailbox: mailboxWithRole(mailboxes, "important") };
  const mailbox = isSpecialFolder(name)
    ? mailboxWithRole(mailboxes, roles[name])
    : mailboxes.find(({ id }) => id === name);
  return mailbox && { kind: "mailbox", mailbox };
}

/** How addresses name the folder of a mailbox: its special name, else its id. */
export function folderName(mailbox: NamedMailbox): string {
  return specialFolders.find((name) => roles[name] === mailbox.role) ?? mailbox.id;
}

const idsWithRole = (mailboxes: readonly NamedMailbox[], ...wanted: string[]): Id[] =>
  mailboxes.filter(({ role }) => role !== null && wanted.includes(role)).map(({ id }) => id);

/** The query for all letters of a folder. */
export function folderFilter(
  mailboxes: readonly NamedMailbox[],
  folder: Folder<NamedMailbox>,
): Filter<EmailFilterCondition> {
  if (folder.kind === "mailbox") return { inMailbox: folder.mailbox.id };
  const outside = idsWithRole(mailboxes, "junk", "trash");
  const marked: EmailFilterCondition = { hasKeyword: IMPORTANT, inMailboxOtherThan: outside };
  return folder.mailbox ? { operator: "OR", conditions: [marked, { inMailbox: folder.mailbox.id }] } : marked;
}

/** Whether a letter in these mailboxes can stand in the folder: false once it was moved out. */
export function belongsTo(
  mailboxes: readonly NamedMailbox[],
  folder: Folder<NamedMailbox>,
  mailboxIds: Readonly<Record<Id, true>>,
): boolean {
  if (folder.kind === "mailbox") return Object.hasOwn(mailboxIds, folder.mailbox.id);
  const outside = idsWithRole(mailboxes, "junk", "trash");
  return Object.keys(mailboxIds).some((id) => !outside.includes(id));
}

export interface FolderNode {
  mailbox: Mailbox;
  /** 0 for a folder at the top. */
  depth: number;
  children: FolderNode[];
}

let collator: Intl.Collator | undefined;

/** Made when two folders have to be told apart by it: that takes milliseconds, which a page without them need not wait for. */
function byName(a: string, b: string): number {
  collator ??= new Intl.Collator(["ru", "en"], { numeric: true });
  return collator.compare(a, b);
}

/** Folders that people made, as a tree in the order of sortOrder and name. A child of a special folder stands at the top. */
export function customFolders(mailboxes: readonly Mailbox[]): FolderNode[] {
  const custom = mailboxes.filter(({ role }) => role === null || !Object.values(roles).includes(role));
  const ids = new Set(custom.map(({ id }) => id));
  const childrenOf = (parent: Id | null, depth: number): FolderNode[] =>
    custom
      .filter(({ parentId }) => (parentId !== null && ids.has(parentId) ? parentId : null) === parent)
      .sort((a, b) => a.sortOrder - b.sortOrder || byName(a.name, b.name))
      .map((mailbox) => ({ mailbox, depth, children: childrenOf(mailbox.id, depth + 1) }));
  return childrenOf(null, 0);
}

/** The tree as lines from top to bottom. */
export const flattenFolders = (nodes: readonly FolderNode[]): FolderNode[] =>
  nodes.flatMap((node) => [node, ...flattenFolders(node.children)]);

/** All mailboxes in the order in which people see them: the special ones, then the tree. */
export function inOrder(mailboxes: readonly Mailbox[]): Mailbox[] {
  const special = specialFolders.flatMap((name) => mailboxWithRole(mailboxes, roles[name]) ?? []);
  return [...special, ...flattenFolders(customFolders(mailboxes)).map(({ mailbox }) => mailbox)];
}
