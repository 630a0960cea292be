/** What shows in Roundcube's pages that an act is done. Each is self-contained, as in ../conditions.ts. */
import type { Conditions, Shown } from "../conditions.ts";

/** What its page has of itself, as far as it is asked. */
interface Client {
  busy: boolean;
  env: {
    action: string;
    mailbox: string;
    current_page: number;
    pagecount: number;
    messagecount: number;
    search_request: unknown;
    uid: string | number;
    attachments: Record<string, { complete: boolean }>;
    messages: Record<string, { ctype?: string }>;
  };
  commands: Record<string, boolean>;
  message_list: { rows: Record<string, { id: string; flagged: unknown; unread: unknown } | undefined> };
  compose_skip_unsavedcheck: boolean;
  list_page(page: number): void;
  command(name: string): void;
  set_searchmods(where: Record<string, number>): void;
}

declare global {
  interface Window {
    rcmail: Client | undefined;
  }
}

const conditions = {
  /** Every row of the page that was asked for. They come all at once, while the counts may still be the last folder's. */
  rows: (mailbox: string, page: string) => {
    const env = window.rcmail?.env;
    const rows = document.querySelectorAll("#messagelist tbody tr.message").length;
    return (
      env?.mailbox === mailbox &&
      env.action === "" &&
      (page === "" || env.current_page === Number(page)) &&
      !env.search_request &&
      rows >= (env.current_page < env.pagecount ? 50 : 1)
    );
  },
  emptyFolder: (mailbox: string) =>
    window.rcmail?.env.mailbox === mailbox &&
    !window.rcmail.busy &&
    document.querySelectorAll("#messagelist tbody tr.message").length === 0,
  lastPage: () => {
    const { env } = window.rcmail!;
    const rows = document.querySelectorAll("#messagelist tbody tr.message").length;
    return env.current_page > 1 && env.current_page === env.pagecount && rows > 0 && !window.rcmail!.busy;
  },
  /** Beside the list, in a frame. */
  message: (uid: string, kind: string) => {
    const frame = document.querySelector<HTMLIFrameElement>("#messagecontframe")?.contentWindow;
    const body = frame?.document.querySelector<HTMLElement>("#messagebody");
    return (
      frame?.location.search.includes(`_uid=${uid}&`) === true &&
      frame.document.readyState !== "loading" &&
      (body?.innerText.length ?? 0) > 20 &&
      (kind !== "HTML" || body?.querySelector(".message-htmlpart") !== null) &&
      (kind !== "with files" || frame.document.querySelector("#attachment-list li") !== null)
    );
  },
  /** On a page of its own. */
  fullMessage: (uid: string) =>
    window.rcmail?.env.action === "show" &&
    String(window.rcmail.env.uid) === uid &&
    document.readyState !== "loading" &&
    (document.querySelector<HTMLElement>("#messagebody")?.innerText.length ?? 0) > 20,
  found: () => {
    const { rcmail } = window;
    const rows = document.querySelectorAll("#messagelist tbody tr.message").length;
    return Boolean(rcmail?.env.search_request) && !rcmail?.busy && (rcmail?.env.messagecount === 0 || rows > 0);
  },
  without: (uid: string) => window.rcmail?.message_list.rows[uid] === undefined,
  /** Whether a row has a class. */
  row: (uid: string, name: string, isOn: string) =>
    document.getElementById(window.rcmail?.message_list.rows[uid]?.id ?? "")?.classList.contains(name) ===
    (isOn === "true"),
  compose: () =>
    window.rcmail?.env.action === "compose" &&
    document.readyState !== "loading" &&
    window.rcmail.commands["send"] === true &&
    document.querySelector<HTMLElement>("#composebody")?.offsetParent !== null,
  sent: () => document.querySelector("#messagestack .confirmation") !== null,
} satisfies Conditions;

export const known: Conditions = conditions;

export const shows = (name: keyof typeof conditions, ...args: string[]): Shown => ({ name, args });
