/** How an address book server is shown who asks: by a name and a password, or by a token. */
import type { IncomingHttpHeaders } from "node:http";
import type { AccessTokenSource } from "../oauth/access-tokens.ts";
import { DigestAnswers, digestChallenge, mayBeBasic, takesNoPassword } from "./digest.ts";
import { DavError } from "./problems.ts";

export interface DavLogin {
  username: string;
  password: string;
}

export interface DavGrant {
  token: AccessTokenSource;
}

export interface DavAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface Way {
  authorization(method: string, target: string): string;
  hasWorked: boolean;
}

/** Asks as often as the sign-in needs. @param once one request */
export type DavSignIn = (url: URL, once: (way: Way | undefined) => Promise<DavAnswer>) => Promise<DavAnswer>;

/** None, Basic, Digest. */
const MAX_TRIES = 3;

/** Given without a name: it may be what anyone sees, and cards that are missing there would be deleted here. */
const isOfAnyone = ({ status }: DavAnswer): boolean => (status >= 200 && status < 300) || status === 403;

const fixed = (authorization: string): Way => ({ authorization: () => authorization, hasWorked: false });

/** @throws DavError wrongPassword, noPassword */
export function byPassword(login: DavLogin): DavSignIn {
  const basic = fixed(`Basic ${Buffer.from(`${login.username}:${login.password}`).toString("base64")}`);
  /** By origin, as it has asked: a server that takes Digest alone never gets the password itself. */
  const ways = new Map<string, Way>();

  /** @param tried what was refused */
  function wayAfter(origin: string, { headers }: DavAnswer, tried: Way | undefined): Way | undefined {
    const field = headers["www-authenticate"];
    const known = ways.get(origin);
    // Another request has found it by now.
    if (known !== tried) return known;
    if (!tried && mayBeBasic(field)) return basic;
    const challenge = digestChallenge(field);
    const isRefused = tried !== undefined && tried !== basic && !tried.hasWorked;
    return challenge && (!isRefused || challenge.isStale) ? new DigestAnswers(login, challenge) : undefined;
  }

  /**
   * Whether the request is worth another try: the server has said how it asks, or its nonce has grown old. Some servers do
   * not say the latter.
   */
  function findsAnother({ origin }: URL, answer: DavAnswer, tried: Way | undefined): boolean {
    const found = answer.status === 401 ? wayAfter(origin, answer, tried) : !tried && isOfAnyone(answer) && basic;
    if (!found) return false;
    ways.set(origin, found);
    return true;
  }

  return async (url, once) => {
    let way = ways.get(url.origin);
    let answer = await once(way);
    for (let tries = 1; tries < MAX_TRIES && findsAnother(url, answer, way); tries++) {
      way = ways.get(url.origin);
      answer = await once(way);
    }
    const { status, headers } = answer;
    if (status === 401 && takesNoPassword(headers["www-authenticate"]))
      throw new DavError("noPassword", `${url.host} takes no passwords`);
    if (status === 401) throw new DavError("wrongPassword", `${url.host} refuses the name or the password`);
    if (way) way.hasWorked = true;
    return answer;
  };
}

/** RFC 6750. @throws DavError grantRefused, notAllowed; SignInNeeded, Offline */
export function byToken({ token }: DavGrant): DavSignIn {
  return async (url, once) => {
    const first = await token();
    let answer = await once(fixed(`Bearer ${first}`));
    if (answer.status === 401) {
      // A token may be revoked before it expires: the next one shows whether the grant is.
      const next = await token(first);
      if (next !== first) answer = await once(fixed(`Bearer ${next}`));
    }
    const { status, headers } = answer;
    if (/\berror="?insufficient_scope\b/i.test(headers["www-authenticate"] ?? ""))
      throw new DavError("notAllowed", `${url.host} wants another scope`);
    if (status === 401) throw new DavError("grantRefused", `${url.host} refuses the token`);
    return answer;
  };
}
