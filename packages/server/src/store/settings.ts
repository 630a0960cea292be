/** Facts about the whole installation, by name (e.g. that the sample letters were made once). */
import type { Reader, Transactor } from "./reader.ts";

export async function getSetting(reader: Reader, name: string): Promise<string | undefined> {
  return (await reader.get<{ value: string }>("select value from setting where name = ?", name))?.value;
}

export async function setSetting(tx: Transactor, name: string, value: string): Promise<void> {
  await tx.run("insert or replace into setting (name, value) values (?, ?)", name, value);
}
