/** Roundcube's page that is measured. */
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { installProbe, type Timing, took } from "../probe.ts";
import { Repeated } from "../repeated.ts";
import { known, shows } from "./conditions.ts";
import type { Session } from "./session.ts";

/** Rows that are chosen sooner one after the other are shown later, on purpose. */
const calm = 500;

/** A session that is signed in, with nothing in the browser's cache. */
export async function newContext(browser: Browser, url: string, { cookies }: Session): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies(Array.from(cookies, ([name, value]) => ({ name, value, url })));
  await installProbe(context, known, shows("rows", "INBOX", "1"));
  return context;
}

export interface Letter {
  uid: string;
  /** Of the list, from 1. */
  page: number;
  kind: string;
}

export class RoundcubeScreen extends Repeated {
  protected override readonly calls = ["_action=mark", "_action=move"];
  readonly #inbox: string;

  constructor(page: Page, url: string, ...rest: [figures: Repeated["figures"], repetitions: number]) {
    super(page, ...rest);
    this.#inbox = `${url}/?_task=mail&_mbox=INBOX&_page=1`;
  }

  /** Until its document has begun. */
  load(): Promise<unknown> {
    return this.page.goto(this.#inbox, { waitUntil: "commit" });
  }

  /** The first page of the list. */
  async begin(): Promise<void> {
    await this.load();
    await took(this.page);
    await this.idle();
  }

  /** Until nothing is under way. */
  async idle(): Promise<void> {
    await this.page.waitForFunction(() => window.rcmail?.busy === false && document.readyState === "complete");
    await this.page.waitForTimeout(calm);
  }

  folder(name: string) {
    return this.page.locator(`#mailboxlist a[rel="${name}"]`);
  }

  async act(...args: Parameters<Repeated["timed"]>): Promise<Timing> {
    const result = await this.timed(...args);
    await this.idle();
    return result;
  }

  toInbox(): Promise<Timing> {
    return this.act(shows("rows", "INBOX", "1"), () => this.folder("INBOX").click());
  }

  async showPage(page: number): Promise<void> {
    if ((await this.page.evaluate(() => window.rcmail?.env.current_page)) === page) return;
    await this.page.evaluate((wanted) => window.rcmail?.list_page(wanted), page);
    await this.page.waitForFunction(
      (wanted) => window.rcmail?.env.current_page === wanted && !window.rcmail.busy,
      page,
    );
    await this.idle();
  }

  /** The messages of the page that is shown, from top to bottom. Removed rows stay in the DOM, hidden. */
  letters(): Promise<Letter[]> {
    const kinds = { "multipart/mixed": "with files", "multipart/alternative": "HTML", "text/plain": "plain" };
    return this.page.evaluate((kindOf: Readonly<Record<string, string>>) => {
      const { env, message_list } = window.rcmail!;
      const rows = document.querySelectorAll<HTMLElement & { uid: string | number }>("#messagelist tbody tr.message");
      return [...rows]
        .filter(({ uid }) => message_list.rows[uid])
        .map(({ uid }) => {
          const type = env.messages[uid]?.ctype ?? "";
          return { uid: String(uid), page: env.current_page, kind: kindOf[type] ?? type };
        });
    }, kinds);
  }

  /** The id of a message's row, and its state. */
  row(uid: string): Promise<{ id: string; isFlagged: boolean; isUnread: boolean }> {
    return this.page.evaluate((of) => {
      const row = window.rcmail?.message_list.rows[of];
      return { id: row?.id ?? "", isFlagged: Boolean(row?.flagged), isUnread: Boolean(row?.unread) };
    }, uid);
  }

  /** Where a part of a row is, in the window. */
  async aim(selector: string): Promise<[x: number, y: number]> {
    const part = this.page.locator(selector).first();
    await part.scrollIntoViewIfNeeded();
    const box = await part.boundingBox();
    if (!box) throw new Error(`${selector} is not shown`);
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  async subject(uid: string): Promise<[x: number, y: number]> {
    return this.aim(`[id="${(await this.row(uid)).id}"] td.subject`);
  }

  async open({ uid, page, kind }: Letter): Promise<Timing> {
    await this.showPage(page);
    const at = await this.subject(uid);
    return this.act(shows("message", uid, kind), () => this.page.mouse.click(...at));
  }
}
