/** Subjects of letters that are files without a name, as far as they are known: the files are named by them. */
import type { Id } from "@pismo/jmap";
import { useEffect } from "react";
import { getAccount, request } from "../session/session.ts";
import { createSignal, useSignal } from "../signal.ts";

/** Its name is its subject. */
export const isUnnamedLetter = ({ name, type }: { name: string | null; type: string }): boolean =>
  !name?.trim() && (type === "message/rfc822" || type === "message/global");

export type LetterSubjects = ReadonlyMap<Id, string | null>;

const subjects = createSignal<LetterSubjects>(new Map());
/** Once: where the server could not tell, they have no subject. */
const asked = new Set<Id>();

export const letterSubjects = subjects.get;

export function noteSubjects(found: Iterable<readonly [Id, string | null]>): void {
  subjects.set(new Map([...subjects.get(), ...found]));
}

async function ask(blobIds: readonly Id[]): Promise<void> {
  const { accountId } = getAccount();
  const parse = await request((calls) =>
    calls.call("Email/parse", { accountId, blobIds: [...blobIds], properties: ["subject"] }),
  );
  noteSubjects(Object.entries(parse.result().parsed ?? {}).map(([id, { subject }]) => [id, subject ?? null] as const));
}

/** @param wanted those that are asked for, which reads the messages around them */
export function useLetterSubjects(wanted: readonly Id[]): LetterSubjects {
  const known = useSignal(subjects);
  const missing = wanted.filter((id) => !known.has(id) && !asked.has(id)).join(" ");
  useEffect(() => {
    const blobIds = missing.split(" ").filter((id) => id !== "" && !asked.has(id));
    if (blobIds.length === 0) return;
    for (const id of blobIds) asked.add(id);
    ask(blobIds).catch(() => undefined);
  }, [missing]);
  return known;
}
