/** A session that is signed in to Roundcube, without a browser. */
export interface Session {
  /** Name → value. */
  cookies: ReadonlyMap<string, string>;
  /** What each of the page's own requests proves itself with. */
  token: string;
}

const tokenIn = (page: string): string => /"request_token":"([^"]+)"/.exec(page)?.[1] ?? "";

export const cookieHeader = ({ cookies }: Pick<Session, "cookies">): string =>
  Array.from(cookies, ([name, value]) => `${name}=${value}`).join("; ");

/** @throws Error when it is refused */
export async function signIn(url: string, user: string, password: string): Promise<Session> {
  const cookies = new Map<string, string>();
  const ask = async (path: string, init: RequestInit = {}): Promise<string> => {
    const answer = await fetch(url + path, {
      ...init,
      redirect: "manual",
      headers: { cookie: cookieHeader({ cookies }) },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return answer.text();
  };
  const form = { _task: "login", _action: "login", _timezone: "UTC", _url: "", _user: user, _pass: password };
  const body = new URLSearchParams({ ...form, _token: tokenIn(await ask("/")) });
  await ask("/?_task=login", { method: "POST", body });
  const page = await ask("/?_task=mail&_mbox=INBOX");
  const token = tokenIn(page);
  if (!token || !page.includes("messagelist")) throw new Error("Roundcube has refused the sign-in");
  return { cookies, token };
}
