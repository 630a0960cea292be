/** The two engines, with the same messages in one account of each. */
import { mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { startPostgres } from "../../scripts/postgres.mjs";
import { createLogger } from "../../packages/server/src/log.ts";
import { openStore, type Store } from "../../packages/server/src/store/db/store.ts";
import { cpuOfAll, type Ended, runPismo, serve, type Serving } from "../process.ts";
import { type Figures, freePort } from "../server.ts";

export interface Engine {
  name: "SQLite" | "PostgreSQL";
  /** Processor time in milliseconds that the database has used apart from Pismo's processes. */
  cpu(): number;
  run(...args: string[]): Promise<Ended>;
  serve(isCounted?: boolean): Promise<Serving>;
  openStore(): Promise<Store>;
  /** What autovacuum does every minute: the same letters are changed hundreds of times here. */
  settle(): Promise<void>;
  /** What a letter takes in the database; nothing where messages are files. */
  octets(count: number): Promise<Figures>;
  close(): Promise<void>;
}

function engineOf(
  name: Engine["name"],
  dataDir: string,
  env: NodeJS.ProcessEnv,
  more: Pick<Engine, "cpu" | "settle" | "octets" | "close">,
): Engine {
  const databaseUrl = env["PISMO_DATABASE_URL"];
  return {
    name,
    ...more,
    run: (...args) => runPismo(dataDir, args, env),
    serve: async (isCounted = false) => serve(dataDir, await freePort(), { env, isCounted }),
    openStore: () => openStore({ dataDir, databaseUrl }, createLogger("error")),
  };
}

export async function sqlite(folder: string): Promise<Engine> {
  const dataDir = join(folder, "cluster-sqlite");
  await rm(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  return engineOf(
    "SQLite",
    dataDir,
    {},
    {
      cpu: () => 0,
      settle: async () => {},
      octets: async () => ({}),
      close: () => rm(dataDir, { recursive: true, force: true }),
    },
  );
}

export async function postgres(folder: string): Promise<Engine> {
  const server = await startPostgres({ isDurable: true });
  const env = {
    PISMO_DATABASE_URL: server.url,
    PISMO_SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
  };
  return engineOf("PostgreSQL", join(folder, "cluster-postgres"), env, {
    cpu: () => cpuOfAll(server.pid()),
    settle: () => withClient(server.url, async (client) => void (await client.query("vacuum (analyze)"))),
    octets: (count) => withClient(server.url, (client) => octetsOf(client, count)),
    close: async () => server.stop(),
  });
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function octetsOf(client: Client, count: number): Promise<Figures> {
  const { rows } = await client.query<{ messages: string; all: string }>(
    `select sum(pg_total_relation_size(oid)) filter (where relname like 'blob\\_object%') as messages,
            sum(pg_total_relation_size(oid)) as all
       from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const [messages, all] = [Number(rows[0]!.messages), Number(rows[0]!.all)];
  return {
    "a letter in the database, kB": Number(((all - messages) / count / 1000).toFixed(2)),
    "a letter's message, kB": Number((messages / count / 1000).toFixed(2)),
  };
}
