/** Detects commits of other processes and threads: `pragma data_version` changes with them, and only with them. */
import type { Id } from "@pismo/jmap";
import type { CommitWatch } from "../db/engine.ts";
import { idOf } from "../db/ids.ts";
import type { Connection } from "./connection.ts";

const POLL_MS = 200;

/** `writer` is the thread's one writing connection: its own commits do not change its data_version. */
export function watchCommits(writer: Connection, notify: (accountIds: ReadonlySet<Id>) => void): CommitWatch {
  const version = () => writer.dataVersion();
  const counters = () =>
    new Map(
      writer
        .all<{ id: number; modseq: number }>("select id, modseq from account")
        .map(({ id, modseq }) => [idOf("a", id), modseq]),
    );
  let lastVersion = version();
  let known = counters();

  const poll = () => {
    const current = version();
    if (current === lastVersion) return;
    lastVersion = current;
    const now = counters();
    // Also those that are gone.
    const changed = new Set([...now.keys(), ...known.keys()].filter((id) => now.get(id) !== known.get(id)));
    known = now;
    if (changed.size > 0) notify(changed);
  };
  const timer = setInterval(poll, POLL_MS);
  timer.unref();

  return {
    check: poll,
    noteOwn(accountIds) {
      const now = counters();
      for (const id of accountIds) known.set(id, now.get(id)!);
    },
    stop: () => clearInterval(timer),
  };
}
