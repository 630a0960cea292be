/** Records all actions, and their possible results. */
import type { Id, Keyword } from "@pismo/jmap";

/** A move that ends so long after another one began may have run beside it, also when its connection was cut. */
const SAME_MOMENT = 1000;

/** A message as its last change left it. */
export interface Wanted {
  who: string;
  keywords: Keyword[];
  mailboxIds: Id[];
}

/** What a connection tells of itself. */
export interface WireTimes {
  /** When it last began to move messages. */
  lastMove: number;
  /** When it deleted folders. */
  readonly deletions: number[];
}

export class Record {
  /** Messages that are on the server or on their way. */
  readonly made: string[] = [];
  readonly destroyed = new Set<string>();
  readonly copied = new Set<string>();
  readonly movedHere = new Set<string>();
  /** Moved by the foreign client while a Pismo moved something. */
  readonly contested = new Set<string>();
  readonly #movers = new Map<string, Set<string>>();
  readonly #puts = new Map<string, number>();
  readonly #changedBy = new Map<string, Set<string>>();
  readonly #wanted = new Map<string, Wanted>();
  readonly #folderChangers = new Map<string, Set<string>>();
  readonly #trail: string[] = [];
  /**
   * Where a server loses messages that are added to a folder while it is renamed or deleted: each actor adds messages to
   * folders that no one changes and to its own, and changes its own alone.
   */
  readonly keepsApart: boolean;
  readonly wires: WireTimes[] = [];
  #names = 0;

  constructor(keepsApart: boolean) {
    this.keepsApart = keepsApart;
  }

  newName(): string {
    return `letter-${this.#names++}`;
  }
  /** A folder name with its owner. */
  folderName(kind: string, who: string): string {
    return `${kind} ${who}${++this.#names}`;
  }
  /** @param name its own, or its path */
  mayPutInto(who: string, name: string): boolean {
    const owner = ownerOf(name);
    return !this.keepsApart || owner === undefined || owner === who;
  }
  mayChange(who: string, name: string): boolean {
    return !this.keepsApart || ownerOf(name) === who;
  }

  /** The name is free again. */
  renamedOrDeleted(who: string, name: string): void {
    const changers = this.#folderChangers.get(name) ?? new Set();
    this.#folderChangers.set(name, changers.add(who));
  }
  /**
   * Another actor has deleted or renamed it: a folder that has the name again was recreated for a folder or message that
   * was put into it here, and its former messages are where the folder went.
   */
  isAnotherFolder(who: string, name: string): boolean {
    return [...(this.#folderChangers.get(name) ?? [])].some((each) => each !== who);
  }

  moved(who: string, name: string): void {
    const movers = this.#movers.get(name) ?? new Set();
    this.#movers.set(name, movers.add(who));
  }
  movedBySeveral(name: string): boolean {
    return (this.#movers.get(name)?.size ?? 0) > 1;
  }
  /** The foreign client has moved it. @param since when that began */
  movedElsewhere(name: string, since: number): void {
    if (this.wires.some(({ lastMove }) => lastMove > since - SAME_MOMENT)) this.contested.add(name);
  }

  /** The foreign client has put it into a folder. */
  putElsewhere(name: string): void {
    this.#puts.set(name, Date.now());
  }
  /**
   * A Pismo checks a folder and deletes it when it is empty; IMAP cannot keep others from adding a message in between.
   */
  mayHaveGoneWithFolder(name: string): boolean {
    const at = this.#puts.get(name);
    const deletions = this.wires.flatMap((wire) => wire.deletions);
    return at !== undefined && deletions.some((time) => Math.abs(time - at) < SAME_MOMENT);
  }

  /** @param now the message afterwards, where the one who changed it can tell */
  changed(who: string, name: string, now?: Omit<Wanted, "who">): void {
    const all = this.#changedBy.get(name) ?? new Set();
    this.#changedBy.set(name, all.add(who));
    if (now) this.#wanted.set(name, { who, ...now });
    else this.#wanted.delete(name);
  }
  /** Messages that one actor alone has changed: they have to be as that one left them. */
  get undisputed(): (Wanted & { name: string })[] {
    const all = [...this.#wanted].map(([name, wanted]) => ({ name, ...wanted }));
    return all.filter(({ name }) => this.#changedBy.get(name)?.size === 1);
  }

  note(who: string, what: string, name: string): void {
    this.#trail.push(`${new Date().toISOString().slice(14, 23)} ${who}: ${what} ${name}`);
  }
  /** All actions in their order. */
  get trail(): string {
    return this.#trail.join("\n");
  }
  /** The actions on a message. */
  of(name: string): string[] {
    return this.#trail.filter((line) => line.endsWith(` ${name}`));
  }
}

/** Folders that no actor has created have no owner. */
const ownerOf = (name: string): string | undefined => / ([a-z])\d+$/.exec(name)?.[1];
