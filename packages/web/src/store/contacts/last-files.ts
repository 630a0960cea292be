/** The newest files that a person sent, on any JMAP server. */
import { addressKey, type Email, type EmailBodyPart, type Id } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { isUnnamedLetter } from "../files/letter-subjects.ts";
import { getAccount, request, shortHeaders } from "../session/session.ts";

export interface LastFile {
  emailId: Id;
  subject: string | null;
  receivedAt: string;
  file: EmailBodyPart;
}

/** Letters with files that are looked at: some may be of another person, whose address contains this one. */
const LETTERS = 10;

/** Newest first; a picture that stands in the text is no file. Pure. */
export function lastFilesIn(emails: readonly Partial<Email>[], address: string, count: number): LastFile[] {
  const files = emails
    .filter(({ from }) => from?.some(({ email }) => addressKey(email) === addressKey(address)))
    .flatMap(({ id, subject = null, receivedAt, attachments }) =>
      (attachments ?? [])
        .filter((file) => (file.name || isUnnamedLetter(file)) && file.disposition !== "inline")
        .map((file): LastFile => ({ emailId: id!, subject, receivedAt: receivedAt!, file })),
    );
  return files.slice(0, count);
}

async function fetchLastFiles(accountId: Id, address: string, count: number): Promise<LastFile[]> {
  const get = await request((calls) => {
    const filter = { operator: "AND" as const, conditions: [{ from: address }, { hasAttachment: true }] };
    const sort = [{ property: "receivedAt", isAscending: false }];
    const query = calls.call("Email/query", { accountId, filter, sort, limit: LETTERS });
    const properties: (keyof Email)[] = ["subject", "receivedAt", "from", "attachments"];
    return calls.call("Email/get", { accountId, "#ids": query.ref("/ids"), properties, ...shortHeaders() });
  });
  return lastFilesIn(get.result().list, address, count);
}

/** undefined until they are known, or where the server is away. */
export function useLastFiles(address: string, count: number): LastFile[] | undefined {
  const { accountId } = getAccount();
  const [known, setKnown] = useState<LastFile[]>();
  useEffect(() => {
    let isStale = false;
    fetchLastFiles(accountId, address, count).then(
      (files) => !isStale && setKnown(files),
      () => undefined,
    );
    return () => {
      isStale = true;
    };
  }, [accountId, address, count]);
  return known;
}
