/** Vitest's setup of the tests on PostgreSQL: stores in memory are databases of the server that postgres-server.ts started. */
import { inject } from "vitest";
import { copyDatabasesFrom } from "./memory-store.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Of the database that others are copied from. */
    templateUrl: string;
  }
}

copyDatabasesFrom(inject("templateUrl"));
