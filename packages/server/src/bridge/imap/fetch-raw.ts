/**
 * FETCH past ImapFlow's own reader of answers, which tokenizes every octet of BODYSTRUCTURE with a state machine and puts
 * each answer together again for its log: 120 µs a letter, when a mailbox has 100,000 of them. The connection, the
 * sign-in, the queue of commands and the literals stay ImapFlow's.
 */
import type { ImapFlow } from "imapflow";
import { exec } from "./exec.ts";
import { type FetchAnswer, isFetchAnswer, readFetchAnswer } from "./fetch-answer.ts";

/** What ImapFlow 2.1 has and its types leave out. */
interface Internals {
  handleResponse(data: { payload: Buffer; literals: Buffer[] }): Promise<boolean>;
}

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
 * All answers of one UID FETCH that carry a UID and what was asked for; what the server says of other letters meanwhile goes the
 * usual way. Answers that cannot be read are left out.
 * @param set a sequence set of uids. @throws as ImapFlow does
 */
export async function fetchRaw(client: ImapFlow, set: string, items: readonly Item[]): Promise<FetchAnswer[]> {
  const flow = client as unknown as Internals;
  const answers: FetchAnswer[] = [];
  const usual = flow.handleResponse;
  flow.handleResponse = async (data) => {
    if (!isFetchAnswer(data.payload) || !data.payload.includes("BODY[")) return usual.call(flow, data);
    try {
      const answer = readFetchAnswer(data.payload, data.literals);
      if (answer.items.has("UID")) answers.push(answer);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
    return true;
  };
  try {
    await exec(client, "UID FETCH", [{ type: "SEQUENCE", value: set }, items.map(attributeOf)]);
    return answers;
  } finally {
    flow.handleResponse = usual;
  }
}
