/**
 * Vitest's setup of the tests on PostgreSQL: stores in memory are databases of the server that postgres-server.ts started,
 * and each statement of a request is one account's.
 */
import assert from "node:assert/strict";
import { afterAll, inject } from "vitest";
import { copyDatabasesFrom } from "./memory-store.ts";
import { watchStatements } from "./watch-statements.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Of the database that others are copied from. */
    templateUrl: string;
  }
}

copyDatabasesFrom(inject("templateUrl"));

const faultyStatements = watchStatements();
afterAll(() => assert.deepEqual(faultyStatements(), []));
