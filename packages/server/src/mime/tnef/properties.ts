/** MAPI properties in TNEF: [MS-OXTNEF] §2.1.3.4. */
import { TnefError, type TnefReader } from "./reader.ts";

/** An attached message or another object: PtypObject. */
export const OBJECT = 0x000d;
const NAMED = 0x8000;
const MANY = 0x1000;
const MAX_PROPERTIES = 10_000;
const MAX_VALUES = 10_000;

/** Octets of a value of fixed size, by the property's type. */
const fixed: Record<number, number> = {
  0x0002: 2,
  0x0003: 4,
  0x0004: 4,
  0x0005: 8,
  0x0006: 8,
  0x0007: 8,
  0x000a: 4,
  0x000b: 2,
  0x0014: 8,
  0x0040: 8,
  0x0048: 16,
};
const variable = new Set([0x001e, 0x001f, OBJECT, 0x0102]);

export interface Property {
  type: number;
  value: Buffer;
}
/** The first value of each property, by its id; named properties are left out. */
export type Properties = ReadonlyMap<number, Property>;

/** Skips the name of a named property: [MS-OXTNEF] §2.1.3.4. */
function skipName(reader: TnefReader): void {
  reader.take(16);
  if (reader.number(4) === 0) reader.take(4);
  else reader.takePadded(reader.number(4));
}

function values(reader: TnefReader, type: number): Buffer | undefined {
  const kind = type & ~MANY;
  const size = fixed[kind];
  const isMany = (type & MANY) !== 0;
  if (size === undefined && !variable.has(kind)) throw new TnefError(`no type ${type}`);
  const count = isMany || size === undefined ? reader.number(4) : 1;
  if (count > MAX_VALUES) throw new TnefError(`${count} values`);
  let first: Buffer | undefined;
  for (let index = 0; index < count; index++) {
    const value = reader.takePadded(size ?? reader.number(4));
    first ??= value;
  }
  return first;
}

/** The properties before the first error. */
export function readProperties(reader: TnefReader): Properties {
  const properties = new Map<number, Property>();
  try {
    const count = Math.min(reader.number(4), MAX_PROPERTIES);
    for (let index = 0; index < count; index++) {
      const type = reader.number(2);
      const id = reader.number(2);
      if (id >= NAMED) skipName(reader);
      const value = values(reader, type);
      if (id < NAMED && value && !properties.has(id)) properties.set(id, { type, value });
    }
  } catch (error) {
    if (!(error instanceof TnefError)) throw error;
  }
  return properties;
}
