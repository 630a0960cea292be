/** Folders as the navigation and the addresses name them, over JMAP's mailboxes. Pure. */
import {
  type EmailFilterCondition,
  type Filter,
  folderRoles,
  type Id,
  IMPORTANT,
  type Mailbox,
  SNOOZED_ROLE,
  SUBMIT_PENDING,
} from "@pismo/jmap";

/** In the order of the navigation. A custom folder's name in addresses is its mailbox's id. */
export const specialFolders = ["inbox", "important", "sent", "drafts", "archive", "spam", "trash"] as const;
export type SpecialFolder = (typeof specialFolders)[number];

/** "important" is no single mailbox: see `folderOf`. */
const roles: Record<SpecialFolder, string> = folderRoles;

/** The name, in addresses, of all folders but spam and trash. */
export const ALL_MAIL = "all";

/** The mailbox of snoozed Emails has a line of its own in the navigation (kept/SnoozedLine.tsx). */
const rolesInOrder = [...Object.values(roles), SNOOZED_ROLE];

export const isSpecialFolder = (folder: string): folder is SpecialFolder => Object.hasOwn(roles, folder);

/** What names a folder. */
export type NamedMailbox = Pick<Mailbox, "id" | "role">;

export type Folder<M extends NamedMailbox = Mailbox> =
  | { kind: "mailbox"; mailbox: M }
  /** Every Email marked important outside spam and trash, and those in a mailbox with that role where there is one. */
  | { kind: "important"; mailbox: M | undefined }
  /** Every Email outside spam and trash. */
  | { kind: "all" };

export const mailboxWithRole = <M extends NamedMailbox>(mailboxes: readonly M[], role: string): M | undefined =>
  mailboxes.find((mailbox) => mailbox.role === role);

/** The folder that an address names, or undefined where there is none. */
export function folderOf<M extends NamedMailbox>(mailboxes: readonly M[], name: string): Folder<M> | undefined {
  if (name === ALL_MAIL) return { kind: "all" };
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

/** What waits to be sent lies in Drafts, and stands elsewhere. */
const leftOut = ({ role }: NamedMailbox): EmailFilterCondition =>
  role === "drafts" ? { notKeyword: SUBMIT_PENDING } : {};

/** The query for all Emails of a folder. */
export function folderFilter(
  mailboxes: readonly NamedMailbox[],
  folder: Folder<NamedMailbox>,
): Filter<EmailFilterCondition> {
  if (folder.kind === "mailbox") return { inMailbox: folder.mailbox.id, ...leftOut(folder.mailbox) };
  const outside = idsWithRole(mailboxes, "junk", "trash");
  if (folder.kind === "all") return { inMailboxOtherThan: outside };
  const marked: EmailFilterCondition = { hasKeyword: IMPORTANT, inMailboxOtherThan: outside };
  return folder.mailbox ? { operator: "OR", conditions: [marked, { inMailbox: folder.mailbox.id }] } : marked;
}

/** Whether an Email in these mailboxes can stand in the folder: false once it was moved out. */
export function belongsTo(
  mailboxes: readonly NamedMailbox[],
  folder: Folder<NamedMailbox>,
  mailboxIds: Readonly<Record<Id, true>>,
): boolean {
  if (folder.kind === "mailbox") return Object.hasOwn(mailboxIds, folder.mailbox.id);
  const outside = idsWithRole(mailboxes, "junk", "trash");
  return Object.keys(mailboxIds).some((id) => !outside.includes(id));
}

/** What places a folder in the tree. */
export type TreeMailbox = NamedMailbox & Pick<Mailbox, "parentId" | "sortOrder" | "name">;

export interface FolderNode<M extends TreeMailbox = Mailbox> {
  mailbox: M;
  /** 0 for a folder at the top. */
  depth: number;
  children: FolderNode<M>[];
}

let collator: Intl.Collator | undefined;

/** Made when two folders have to be told apart by it: that takes milliseconds, which a page without them need not wait for. */
function byName(a: string, b: string): number {
  collator ??= new Intl.Collator(["ru", "en"], { numeric: true });
  return collator.compare(a, b);
}

/** Folders that people made, as a tree in the order of sortOrder and name. A child of another folder stands at the top. */
export function customFolders<M extends TreeMailbox>(mailboxes: readonly M[]): FolderNode<M>[] {
  const custom = mailboxes.filter(({ role }) => role === null || !rolesInOrder.includes(role));
  const ids = new Set(custom.map(({ id }) => id));
  const byParent = new Map<Id | null, M[]>();
  for (const mailbox of custom) {
    const parent = mailbox.parentId !== null && ids.has(mailbox.parentId) ? mailbox.parentId : null;
    const siblings = byParent.get(parent);
    if (siblings) siblings.push(mailbox);
    else byParent.set(parent, [mailbox]);
  }
  const childrenOf = (parent: Id | null, depth: number): FolderNode<M>[] =>
    (byParent.get(parent) ?? [])
      .sort((a, b) => a.sortOrder - b.sortOrder || byName(a.name, b.name))
      .map((mailbox) => ({ mailbox, depth, children: childrenOf(mailbox.id, depth + 1) }));
  return childrenOf(null, 0);
}

/** The tree as lines from top to bottom. */
export const flattenFolders = <M extends TreeMailbox>(nodes: readonly FolderNode<M>[]): FolderNode<M>[] =>
  nodes.flatMap((node) => [node, ...flattenFolders(node.children)]);

/** The ids of a folder and of those that it lies in. */
export function foldersTo(nodes: readonly FolderNode[], folder: string): ReadonlySet<Id> {
  const byId = new Map(flattenFolders(nodes).map(({ mailbox }) => [mailbox.id, mailbox]));
  const found = new Set<Id>();
  for (let each = byId.get(folder); each && !found.has(each.id);) {
    found.add(each.id);
    each = each.parentId === null ? undefined : byId.get(each.parentId);
  }
  return found;
}

/** All mailboxes in the order in which people see them: the special ones, then the tree. */
export function inOrder<M extends TreeMailbox>(mailboxes: readonly M[]): M[] {
  const special = rolesInOrder.flatMap((role) => mailboxWithRole(mailboxes, role) ?? []);
  return [...special, ...flattenFolders(customFolders(mailboxes)).map(({ mailbox }) => mailbox)];
}
