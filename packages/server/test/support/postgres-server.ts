/** Vitest's global setup of the tests on PostgreSQL: a server, and in it a migrated database that others are copied from. */
import { Client } from "pg";
import { startPostgres } from "../../../../scripts/postgres.mjs";
import { createLogger } from "../../src/log.ts";
import { openPostgres } from "../../src/store/postgres/open.ts";

/** What is used of Vitest's TestProject, whose types would bring those of browsers. */
interface Project {
  provide(name: "templateUrl", value: string): void;
}

const TEMPLATE = "pismo_template";

export default async function setup(project: Project): Promise<() => void> {
  const { url, stop } = await startPostgres();
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const template = new URL(url);
  template.pathname = `/${TEMPLATE}`;
  const { engine } = await openPostgres({ url: template.href, listenUrl: template.href }, createLogger("silent"));
  await engine.close();
  project.provide("templateUrl", template.href);
  return stop;
}
