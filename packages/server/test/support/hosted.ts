/** `pismo` in processes, as a server for several people, on the engine that the tests run on. */
import { JmapClient } from "@pismo/jmap";
import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { commandLine, type CommandLine, type Running } from "./command-line.ts";
import { createDatabase, isOnPostgres } from "./memory-store.ts";

export interface Hosted {
  env: Record<string, string>;
  command: CommandLine;
  /** Runs `pismo …` to its end. */
  pismo(...args: string[]): ReturnType<CommandLine["run"]>;
  serve(env?: Record<string, string>): Promise<Running & { url: string }>;
  close(): Promise<void>;
}

/** @param env further settings */
export async function hosted(imapPort: number, env: Record<string, string> = {}): Promise<Hosted> {
  const command = commandLine();
  const database = isOnPostgres ? await createDatabase(inject("templateUrl")) : undefined;
  const all: Record<string, string> = {
    PISMO_MODE: "hosted",
    PISMO_IMAP_URL: `imap://127.0.0.1:${imapPort}`,
    PISMO_DOMAIN: "b.example",
    ...(database && { PISMO_DATABASE_URL: database.url, PISMO_SECRET_KEY: randomBytes(32).toString("base64") }),
    ...env,
  };
  return {
    env: all,
    command,
    pismo: (...args) => command.run(args, all),
    serve: (more = {}) => command.serve({ ...all, ...more }),
    async close() {
      await command.close();
      await database?.drop();
    },
  };
}

/** Posts to the sign-in of our own page. */
export const trySignIn = (url: string, username: string, password: string): Promise<Response> =>
  fetch(`${url}/auth/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url, "user-agent": "Mozilla/5.0 Firefox/140.0" },
    body: JSON.stringify({ username, password }),
  });

export interface SignedIn {
  cookie: string;
  client: JmapClient;
  accountId: string;
}

/** @throws Error when the server refuses */
export async function signIn(url: string, username: string, password: string): Promise<SignedIn> {
  const answer = await trySignIn(url, username, password);
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  const cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const client = new JmapClient({ sessionUrl: `${url}/.well-known/jmap`, headers: { cookie } });
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  return { cookie, client, accountId };
}

/** Makes a draft and submits it. @returns the answer of EmailSubmission/set */
export async function send({ client, accountId }: SignedIn, to: readonly string[], subject = "Hello") {
  const drafts = (await client.call("Mailbox/get", { accountId })).list.find(({ role }) => role === "drafts")!.id!;
  const [identity] = (await client.call("Identity/get", { accountId })).list;
  const draft = {
    mailboxIds: { [drafts]: true },
    from: [{ name: null, email: identity!.email! }],
    to: to.map((email) => ({ name: null, email })),
    subject,
    bodyStructure: { partId: "1", type: "text/plain" },
    bodyValues: { "1": { value: "Hello" } },
  };
  const { created } = await client.call("Email/set", { accountId, create: { draft } as never });
  const submission = { identityId: identity!.id!, emailId: created!["draft"]!.id! };
  return client.call("EmailSubmission/set", { accountId, create: { submission } });
}
