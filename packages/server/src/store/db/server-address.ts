/** The address of the running server of this data directory, for commands that run beside it. */
import type { Reader, Transactor } from "./reader.ts";

const NAME = "serverAddress";

/** @param address an origin; null: no server runs */
export async function noteServerAddress(tx: Transactor, address: string | null): Promise<void> {
  if (address === null) await tx.run("delete from setting where name = ?", NAME);
  else {
    await tx.run(
      "insert into setting (name, value) values (?1, ?2) on conflict (name) do update set value = ?2",
      NAME,
      address,
    );
  }
}

export async function findServerAddress(reader: Reader): Promise<string | undefined> {
  const row = await reader.get<{ value: string }>("select value from setting where name = ?", NAME);
  return row?.value;
}
