/** What another JMAP server answers, read by the methods that ask it (UpstreamMail). */
import { type Invocation, type Mailbox, MethodError } from "@pismo/jmap";
import type { UpstreamMail } from "./context.ts";

export type Folder = Pick<Mailbox, "id" | "name" | "role" | "parentId">;

/** undefined: the answer is an error. */
export function listIn(answers: readonly Invocation[], callId: string): unknown[] | undefined {
  const [name, result] = answers.find(([, , id]) => id === callId) ?? [];
  return name === undefined || name === "error" ? undefined : (result!["list"] as unknown[]);
}

/** What is not known is not taken for gone. @throws MethodError serverUnavailable */
export function known(list: unknown[] | undefined): unknown[] {
  if (list) return list;
  throw new MethodError("serverUnavailable", "The mail server did not give what was asked for");
}

export async function foldersThere({ ask }: UpstreamMail): Promise<Folder[]> {
  const properties = ["id", "name", "role", "parentId"];
  return known(listIn(await ask([["Mailbox/get", { ids: null, properties }, "m"]]), "m")) as Folder[];
}
