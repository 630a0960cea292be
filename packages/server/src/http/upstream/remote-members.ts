/**
 * Accounts at other JMAP servers as members of the merged account: they are asked within a bounded time, one that does not
 * answer is left alone for a while, and while a page is open their states are followed.
 */
import {
  CORE,
  type CoreCapability,
  CATEGORIES,
  CONTACTS,
  CONVERSATIONS,
  FILE_NAMES,
  FILES,
  firstAccount,
  type Id,
  type Invocation,
  MAIL,
  type MailCapability,
  type MailboxRoles,
  SHORT_HEADERS,
} from "@pismo/jmap";
import type { Logger } from "../../log.ts";
import {
  AWAY,
  followedTypes,
  type FollowedType,
  MemberAway,
  type RemoteMember,
} from "../../methods/all-accounts/remote/remote-members.ts";
import { getJmapAccount, type JmapAccount } from "../../store/auth/jmap-accounts.ts";
import type { Store } from "../../store/db/store.ts";
import { storedSession } from "../../upstream/remote-accounts.ts";
import type { UpstreamCalls } from "../../upstream/upstream.ts";
import { askUpstream } from "../../upstream/ask.ts";
import { followServer } from "./follow-server.ts";
import { Presence } from "./presence.ts";
import type { RemoteMembersService } from "./remote-members-service.ts";

/** One answer: the others are shown without what takes longer. */
const ANSWER_MS = 2000;
/** All answers that one request of a page waits for. */
const REQUEST_MS = 6000;
/** Until one that is down is asked again, while a page is open. */
const LOOK_AGAIN_MS = 3000;
/** What is known of an account beyond a request, such as its files. */
const LASTING_MS = 30 * 60_000;
/** Folders get and lose roles rarely, and what is filed by an old one is refused by the server. */
const ROLES_MS = 60_000;

const usable = new Set<string>([CORE, MAIL, SHORT_HEADERS, FILES, FILE_NAMES, CONVERSATIONS, CATEGORIES, CONTACTS]);

interface Place {
  account: JmapAccount;
  accountId: Id;
  capabilities: ReadonlySet<string>;
  /** By which its Emails can be sorted. */
  sorts: ReadonlySet<string>;
  limits: { maxObjectsInGet: number; maxObjectsInSet: number; maxCallsInRequest: number };
}

function placeOf(account: JmapAccount): Place | undefined {
  const { session } = storedSession(account);
  const accountId = firstAccount(session);
  if (accountId === undefined) return undefined;
  const {
    maxObjectsInGet = 100,
    maxObjectsInSet = 100,
    maxCallsInRequest = 4,
  } = session.capabilities[CORE] as Partial<CoreCapability>;
  const capabilities = new Set([
    ...Object.keys(session.capabilities).filter((name) => usable.has(name)),
    ...Object.keys(session.accounts[accountId]?.accountCapabilities ?? {}).filter((name) => usable.has(name)),
  ]);
  const mail = session.accounts[accountId]?.accountCapabilities[MAIL] as Partial<MailCapability> | undefined;
  const sorts = new Set(mail?.emailQuerySortOptions);
  return { account, accountId, capabilities, sorts, limits: { maxObjectsInGet, maxObjectsInSet, maxCallsInRequest } };
}

const hasType = ({ capabilities }: Place, type: FollowedType): boolean =>
  type !== "ContactCard" || capabilities.has(CONTACTS);

const typesOf = (place: Place): FollowedType[] => followedTypes.filter((type) => hasType(place, type));

interface Parts {
  store: Store;
  remote: UpstreamCalls;
  log: Logger;
}

export function createRemoteMembers({ store, remote, log }: Parts): RemoteMembersService {
  const presence = new Presence();
  const roles = new Map<Id, { until: number; found: Promise<MailboxRoles> }>();
  const followed = new Map<Id, { stop: AbortController; listeners: Set<() => void> }>();

  const lasting = new Map<Id, { usedAt: number }>();
  const looking = new Map<Id, NodeJS.Timeout>();

  async function placeFor(accountId: Id): Promise<Place | undefined> {
    const account = await store.readOnce((reader) => getJmapAccount(reader, accountId));
    return account && placeOf(account);
  }

  /** A followed one that is down is asked again in the background: no page waits for that. */
  const isLeftAlone = (accountId: Id): boolean =>
    presence.isDown(accountId) && (followed.has(accountId) || presence.pauseMs(accountId) > 0);

  const tell = (accountId: Id): void => followed.get(accountId)?.listeners.forEach((listener) => listener());

  /** In the background: when a page may wait for it again, and it is followed. */
  function lookAgain(accountId: Id): void {
    if (!followed.has(accountId) || looking.has(accountId)) return;
    const pauseMs = Math.max(LOOK_AGAIN_MS, presence.pauseMs(accountId));
    const timer = setTimeout(() => {
      looking.delete(accountId);
      if (!followed.has(accountId) || !presence.isDown(accountId)) return;
      void refresh(accountId).then(() => presence.isDown(accountId) && lookAgain(accountId));
    }, pauseMs);
    looking.set(accountId, timer.unref());
  }

  /** @throws MemberAway */
  async function ask(place: Place, calls: readonly Invocation[], signals: AbortSignal[]): Promise<Invocation[]> {
    const { accountId } = place.account;
    const signal = AbortSignal.any([...signals, AbortSignal.timeout(ANSWER_MS)]);
    try {
      const answers: Invocation[] = [];
      for (let at = 0; at < calls.length; at += place.limits.maxCallsInRequest) {
        const some = calls.slice(at, at + place.limits.maxCallsInRequest);
        const sent = some.map(([name, args, id]): Invocation => [name, { ...args, accountId: place.accountId }, id]);
        const using = [...place.capabilities];
        answers.push(...(await orAborted(askUpstream(remote, place.account, sent, signal, using), signal)));
      }
      if (presence.noteAnswers(accountId, answers)) tell(accountId);
      return answers;
    } catch (error) {
      const [page] = signals;
      // Whose page has gone says nothing of the server.
      if (!page?.aborted) {
        if (presence.noteFailure(accountId, page !== undefined && signal.aborted)) {
          log.info("A JMAP server is shown without its letters in all accounts", { accountId, reason: String(error) });
          tell(accountId);
        }
        lookAgain(accountId);
      }
      throw new MemberAway(accountId, { cause: error });
    }
  }

  /** Reads the states; what is new is told. @throws nothing */
  async function refresh(accountId: Id): Promise<void> {
    try {
      const place = await placeFor(accountId);
      if (place) await readStates(place, []);
    } catch (error) {
      if (!(error instanceof MemberAway)) log.error("states could not be read", { accountId, error });
    }
  }

  const readStates = (place: Place, signals: AbortSignal[]): Promise<Invocation[]> =>
    ask(
      place,
      typesOf(place).map((type): Invocation => [`${type}/get`, { ids: [] }, type]),
      signals,
    );

  /** For all requests that want them, whichever of them is gone first. @throws MemberAway */
  function rolesOf(place: Place): Promise<MailboxRoles> {
    const { accountId } = place.account;
    const known = roles.get(accountId);
    if (known && known.until > Date.now()) return known.found;
    const found = readRoles(place);
    roles.set(accountId, { until: Date.now() + ROLES_MS, found });
    found.catch(() => roles.delete(accountId));
    return found;
  }

  async function readRoles(place: Place): Promise<MailboxRoles> {
    const [answer] = await ask(place, [["Mailbox/get", { ids: null, properties: ["role"] }, "0"]], []);
    if (answer?.[0] !== "Mailbox/get") throw new MemberAway(place.account.accountId);
    const list = answer[1]["list"] as { id: Id; role: string | null }[];
    return Object.fromEntries(list.flatMap(({ id, role }) => (role ? [[role, id]] : [])));
  }

  /** What no page has asked for of late is forgotten. */
  function lastingOf(accountId: Id): object {
    const now = Date.now();
    for (const [id, { usedAt }] of lasting) if (now - usedAt > LASTING_MS) lasting.delete(id);
    const own = lasting.get(accountId) ?? { usedAt: now };
    own.usedAt = now;
    lasting.set(accountId, own);
    return own;
  }

  function memberAt(place: Place, signals: AbortSignal[]): RemoteMember {
    const { accountId } = place.account;
    return {
      accountId,
      ask: (calls) => ask(place, calls, signals),
      roles: () => rolesOf(place),
      async state(type) {
        if (!hasType(place, type)) return AWAY;
        if (presence.state(accountId, type) === undefined) await readStates(place, signals);
        return presence.state(accountId, type) ?? AWAY;
      },
      has: (capability) => place.capabilities.has(capability),
      sortsBy: (property) => place.sorts.has(property),
      maxObjectsInGet: place.limits.maxObjectsInGet,
      maxObjectsInSet: place.limits.maxObjectsInSet,
      host: new URL(remote.originFor(place.account)).hostname,
      lasting: lastingOf(accountId),
      inBackground: () => memberAt(place, []),
    };
  }

  return {
    forRequest(ids, signal) {
      const members = new Map<Id, Promise<RemoteMember>>();
      let budget: AbortSignal | undefined;
      const find = async (accountId: Id): Promise<RemoteMember> => {
        const place = ids.includes(accountId) ? await placeFor(accountId) : undefined;
        if (!place) throw new MemberAway(accountId);
        return memberAt(place, [signal, (budget ??= AbortSignal.timeout(REQUEST_MS))]);
      };
      return {
        ids,
        get(accountId) {
          if (isLeftAlone(accountId)) return Promise.reject(new MemberAway(accountId));
          const known = members.get(accountId) ?? find(accountId);
          members.set(accountId, known);
          return known;
        },
      };
    },
    stateNow: (accountId, type) => (presence.isDown(accountId) ? AWAY : (presence.state(accountId, type) ?? AWAY)),
    idThere: async (accountId) => (await placeFor(accountId))?.accountId,
    follow(ids, onChange) {
      for (const id of ids) {
        let own = followed.get(id);
        if (!own) {
          own = { stop: new AbortController(), listeners: new Set() };
          followed.set(id, own);
          const look = () => refresh(id);
          const account = async () => {
            const place = await placeFor(id);
            return place && { person: place.account, types: typesOf(place) };
          };
          void followServer({ remote, log, account, look }, own.stop.signal);
        }
        own.listeners.add(onChange);
      }
      return () => {
        for (const id of ids) {
          const own = followed.get(id);
          own?.listeners.delete(onChange);
          if (own?.listeners.size !== 0) continue;
          own.stop.abort();
          followed.delete(id);
        }
      };
    },
  };
}

/** Also where what is waited for has no signal: the session of a server that does not answer. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
