/**
 * FETCH without ImapFlow's parser, which tokenizes every octet of BODYSTRUCTURE with a state machine and serializes each
 * answer again for its log: four times the work per message, in mailboxes of 100,000. Connection, sign-in, command queue
 * and literals stay ImapFlow's.
 */
import type { ImapClient } from "./imap-client.ts";
import { type FetchAnswer, isFetchAnswer, readFetchAnswer } from "../pull/fetch-answer.ts";

/** BODY.PEEK[section]<start.length>, or the name of another item. */
export type Item = string | { section: string; start?: number; length?: number };

const attributeOf = (item: Item): unknown => {
  if (typeof item === "string") return { type: "ATOM", value: item };
  const { section, start = 0, length } = item;
  const parts = section === "" ? [] : [{ type: "ATOM", value: section }];
  return {
    type: "ATOM",
    value: "BODY.PEEK",
    section: parts,
    ...(length !== undefined && { partial: [start, length] }),
  };
};

/**
 * All answers of one UID FETCH that have a UID and the requested items; ImapFlow handles changes of other messages in
 * between. Answers that cannot be parsed are left out.
 * @param set a sequence set of uids. @throws as ImapFlow does
 */
export async function fetchRaw(client: ImapClient, set: string, items: readonly Item[]): Promise<FetchAnswer[]> {
  const answers: FetchAnswer[] = [];
  await client.commandPastReader(
    "UID FETCH",
    [{ type: "SEQUENCE", value: set }, items.map(attributeOf)],
    (response) => {
      const { payload, literals } = response;
      if (!isFetchAnswer(payload) || !payload.includes("BODY[")) return false;
      try {
        const answer = readFetchAnswer(payload, literals);
        if (answer.items.has("UID")) answers.push(answer);
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
      }
      return true;
    },
  );
  return answers;
}
