/**
 * The files of a member whose mail lies with another server, which has letters and no list of files: the attachments of its
 * letters, read by windows in the background, the newest first. What is known stays: attachments never change (RFC 8621 §4.1.4).
 */
import { type EmailBodyPart, type EmailFilterCondition, type File, type Id, type State } from "@pismo/jmap";
import { fileKind } from "@pismo/jmap";
import { filesAmong } from "../../../../store/files/file-rows.ts";
import { fold } from "../../../../store/search/fold.ts";
import { termsOf } from "../../../../store/search/analyze.ts";
import { askMember, resultOf } from "../ask.ts";
import { AWAY, MemberAway, type RemoteMember } from "../remote-members.ts";

/** Letters of one answer, within what a server reads in the time that it has. */
const LETTERS_AT_ONCE = 200;
/** In memory; older ones are listed by their own server alone. */
const MAX_FILES = 20_000;
/** A page that has not asked for so long is gone: what is left is read when it is asked for again. */
const UNASKED_MS = 5000;
const FILES_PER_EMAIL = 100;
const MAX_KEY = 100;

export interface IndexedFile {
  file: File;
  /** Below 0: of equal values those that lie here come first, and newer ones before older ones. */
  key: number;
  nameKey: string;
  fromKey: string;
  /** Terms of the name, and of the letter, each between spaces. */
  nameTerms: string;
  terms: string;
}

type Letter = {
  id: Id;
  receivedAt: string;
  from: File["from"];
  subject: string | null;
  attachments: EmailBodyPart[];
};

const asked = {
  properties: ["receivedAt", "from", "subject", "attachments"],
  bodyProperties: ["partId", "blobId", "name", "type", "size", "disposition", "cid"],
};

let keys = 0;

const sortKey = (text: string): string => fold(text).trim().slice(0, MAX_KEY);
const spaced = (...texts: readonly (string | null | undefined)[]): string =>
  ` ${texts.map((text) => termsOf(text ?? "")).join(" ")} `;

function filesOf({ id, receivedAt, from, subject, attachments }: Letter): IndexedFile[] {
  const people = from?.flatMap(({ name, email }) => [name, email]) ?? [];
  const letterTerms = spaced(subject, ...people);
  const fromKey = sortKey(from?.[0]?.name || from?.[0]?.email || "");
  return filesAmong(attachments)
    .filter(({ blobId }) => blobId !== null)
    .slice(0, FILES_PER_EMAIL)
    .map(({ partId, blobId, name, type, size }, place): IndexedFile => {
      const ids = { id: `${id}-${place}`, emailId: id, partId: partId!, blobId: blobId! };
      const nameTerms = spaced(name);
      return {
        file: { ...ids, name, letterSubject: null, type, size, kind: fileKind(type, name), receivedAt, from, subject },
        key: --keys,
        nameKey: sortKey(name ?? ""),
        fromKey,
        nameTerms,
        terms: nameTerms + letterTerms,
      };
    });
}

export class RemoteFileIndex {
  /** Of each letter that may have any. */
  #letters = new Map<Id, readonly IndexedFile[]>();
  /** Of Email at that server, when all was read. */
  #state: State = AWAY;
  #pass: Promise<void> | undefined;
  #begun: Promise<void> | undefined;
  /** The last pass that ended read some, and then failed. */
  #hasFailed = false;
  #askedAt = 0;
  #all: readonly IndexedFile[] | undefined;

  /** Whether all was read that the server had at a state of Email. */
  isWholeAt(state: State): boolean {
    return this.#pass === undefined && this.#state === state;
  }

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** In no order. The same array until there are others. */
  get files(): readonly IndexedFile[] {
    return (this.#all ??= [...this.#letters.values()].flat());
  }

  find(id: Id): IndexedFile | undefined {
    return this.#letters.get(id.slice(0, id.lastIndexOf("-")))?.find(({ file }) => file.id === id);
  }

  /**
   * Reads in the background what is new. Resolves when there is something to show.
   * @param member whose answers no request waits for
   * @throws MemberAway
   */
  async refresh(member: RemoteMember): Promise<void> {
    this.#askedAt = Date.now();
    const state = await member.state("Email");
    if (!this.#pass && state !== this.#state) this.#read(member, state);
    if (this.#pass && this.#state === AWAY) await this.#begun;
  }

  #read(member: RemoteMember, state: State): void {
    this.#begun = new Promise((resolve, reject) => {
      let hasSome = false;
      const onSome = (): void => {
        hasSome = true;
        resolve();
      };
      this.#pass = this.#readAll(member, onSome)
        .then((isWhole) => {
          if (isWhole) {
            this.#state = state;
            this.#hasFailed = false;
          }
          resolve();
        })
        // What was read stays known; the next one who asks goes on.
        .catch((error: unknown) => {
          this.#hasFailed = hasSome;
          reject(error instanceof MemberAway ? error : new MemberAway(member.accountId, { cause: error }));
        })
        .finally(() => {
          this.#pass = undefined;
        });
    });
    this.#begun.catch(() => undefined);
  }

  /** @returns whether all was read */
  async #readAll(member: RemoteMember, onSome: () => void): Promise<boolean> {
    const { junk, trash } = await member.roles();
    const apart = [junk, trash].filter((id) => id !== undefined);
    const filter: EmailFilterCondition = {
      hasAttachment: true,
      ...(apart.length > 0 && { inMailboxOtherThan: apart }),
    };
    const seen = new Set<Id>();
    let count = 0;
    for (let position = 0; count < MAX_FILES;) {
      const ids = await this.#window(member, filter, position);
      if (ids.length === 0) break;
      position += ids.length;
      for (const id of ids) {
        if (!seen.has(id)) count += this.#letters.get(id)?.length ?? 0;
        seen.add(id);
      }
      onSome();
      if (Date.now() - this.#askedAt > UNASKED_MS) return false;
    }
    for (const id of this.#letters.keys()) if (!seen.has(id)) this.#letters.delete(id);
    this.#all = undefined;
    return true;
  }

  /** @returns the letters of the window, of which those that were not known have been read */
  async #window(member: RemoteMember, filter: EmailFilterCondition, position: number): Promise<Id[]> {
    const limit = Math.min(LETTERS_AT_ONCE, member.maxObjectsInGet);
    const sort = [{ property: "receivedAt", isAscending: false }];
    const query = { filter, sort, position, limit };
    // Where nothing is known yet one answer has both.
    if (this.#letters.size === 0) {
      const answers = await member.ask([
        ["Email/query", query, "q"],
        ["Email/get", { "#ids": { resultOf: "q", name: "Email/query", path: "/ids" }, ...asked }, "g"],
      ]);
      const { ids } = resultOf(member, "Email/query", answers, "q");
      this.#put(resultOf(member, "Email/get", answers, "g").list as Letter[]);
      return ids;
    }
    const { ids } = await askMember(member, "Email/query", query);
    const unknown = ids.filter((id) => !this.#letters.has(id));
    if (unknown.length > 0) {
      this.#put((await askMember(member, "Email/get", { ids: unknown, ...asked })).list as Letter[]);
    }
    return ids;
  }

  #put(letters: readonly Letter[]): void {
    for (const letter of letters) if (!this.#letters.has(letter.id)) this.#letters.set(letter.id, filesOf(letter));
    this.#all = undefined;
  }
}

const indexes = new WeakMap<object, RemoteFileIndex>();

export function fileIndexOf({ lasting }: RemoteMember): RemoteFileIndex {
  const index = indexes.get(lasting) ?? new RemoteFileIndex();
  indexes.set(lasting, index);
  return index;
}
