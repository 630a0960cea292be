/** Blobs in PostgreSQL: rows of parts, so that neither side holds a large blob in memory. */
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ObjectStore, OctetRange, StoredObject } from "../blobs/object-store.ts";
import { fileError } from "../db/errors.ts";
import type { PostgresConnection } from "./connection.ts";
import type { PostgresEngine } from "./engine.ts";

const PART_BYTES = 1 << 18;
const LISTED_AT_ONCE = 1000;

interface Row {
  name: string;
  size: number;
  put_at: number;
}

export class PostgresObjects implements ObjectStore {
  readonly #engine: PostgresEngine;

  constructor(engine: PostgresEngine) {
    this.#engine = engine;
  }

  put(name: string, bytes: Uint8Array): Promise<void> {
    return this.#put(name, bytes.length, async (start, end) => bytes.subarray(start, end));
  }

  async putFile(name: string, path: string, size: number): Promise<void> {
    const file = await open(path, "r").catch((error: unknown) => {
      throw fileError(error, path);
    });
    try {
      await this.#put(name, size, async (start, end) => {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
        return buffer.subarray(0, bytesRead);
      });
    } finally {
      await file.close();
    }
  }

  async get(name: string, range?: OctetRange): Promise<Uint8Array | undefined> {
    return this.#engine.use(async (connection) => {
      const object = await this.#find(connection, name);
      if (!object) return undefined;
      const parts: Uint8Array[] = [];
      for (const part of partsOf(within(range, object.size))) {
        const octets = await readPart(connection, name, part);
        // It was removed since.
        if (!octets) return undefined;
        parts.push(octets);
      }
      return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    });
  }

  async stream(name: string, range?: OctetRange): Promise<Readable | undefined> {
    const object = await this.find(name);
    if (!object) return undefined;
    const engine = this.#engine;
    async function* parts(): AsyncIterable<Uint8Array> {
      // A slow reader holds no connection.
      for (const part of partsOf(within(range, object!.size))) {
        const octets = await engine.use((connection) => readPart(connection, name, part));
        if (!octets) throw new Error(`${name} was removed while it was read`);
        yield octets;
      }
    }
    return Readable.from(parts(), { objectMode: false, highWaterMark: PART_BYTES });
  }

  find(name: string): Promise<StoredObject | undefined> {
    return this.#engine.use((connection) => this.#find(connection, name));
  }

  async *list(prefix: string): AsyncIterable<StoredObject> {
    const sql =
      "select name, size, put_at from blob_object where name > ? and starts_with(name, ?) order by name limit ?";
    for (let after = prefix; ;) {
      const rows = await this.#engine.use((connection) => connection.all<Row>(sql, [after, prefix, LISTED_AT_ONCE]));
      yield* rows.map(objectOf);
      if (rows.length < LISTED_AT_ONCE) return;
      after = rows.at(-1)!.name;
    }
  }

  async remove(name: string): Promise<void> {
    await this.#engine.use((connection) => connection.run("delete from blob_object where name = ?", [name]));
  }

  async #put(name: string, size: number, read: (start: number, end: number) => Promise<Uint8Array>): Promise<void> {
    await this.#engine.ownTransaction(async (connection) => {
      const sql = "update blob_object set put_at = ? where name = ? and size = ?";
      if ((await connection.run(sql, [Date.now(), name, size])).changes > 0) return;
      await connection.run(
        `insert into blob_object (name, size, put_at) values (?, ?, ?)
         on conflict (name) do update set size = excluded.size, put_at = excluded.put_at`,
        [name, size, Date.now()],
      );
      await connection.run("delete from blob_object_part where name = ?", [name]);
      for (const { part, start, end } of partsOf({ start: 0, end: size })) {
        const bytes = await read(part * PART_BYTES + start, part * PART_BYTES + end);
        if (bytes.length !== end - start) throw new Error(`${name} is cut short`);
        await connection.run("insert into blob_object_part (name, part, octets) values (?, ?, ?)", [name, part, bytes]);
      }
    });
  }

  async #find(connection: PostgresConnection, name: string): Promise<StoredObject | undefined> {
    const row = await connection.get("select name, size, put_at from blob_object where name = ?", [name]);
    return row === undefined ? undefined : objectOf(row as Row);
  }
}

interface Part extends OctetRange {
  part: number;
}

/** The parts that a range touches, with the octets of each. */
function partsOf({ start, end }: OctetRange): Part[] {
  const parts: Part[] = [];
  for (let at = start; at < end;) {
    const part = Math.floor(at / PART_BYTES);
    const base = part * PART_BYTES;
    parts.push({ part, start: at - base, end: Math.min(end - base, PART_BYTES) });
    at = base + PART_BYTES;
  }
  return parts;
}

async function readPart(
  connection: PostgresConnection,
  name: string,
  { part, start, end }: Part,
): Promise<Uint8Array | undefined> {
  const sql = "select substring(octets from ? for ?) as octets from blob_object_part where name = ? and part = ?";
  const row = (await connection.get(sql, [start + 1, end - start, name, part])) as { octets: Uint8Array } | undefined;
  return row?.octets;
}

function within(range: OctetRange | undefined, size: number): OctetRange {
  if (!range) return { start: 0, end: size };
  const start = Math.min(Math.max(range.start, 0), size);
  return { start, end: Math.max(start, Math.min(range.end, size)) };
}

const objectOf = ({ name, size, put_at }: Row): StoredObject => ({ name, size, putAt: new Date(put_at) });
