// @vitest-environment node
/** Until when a letter is away, as a tab shows it while other clients change it. */
import type { Id } from "@pismo/jmap";
import { JSDOM } from "jsdom";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { type Mail, openMail, type Tab } from "./support/mail.ts";

let mail: Mail;
let tab: Tab;
let stops: (() => void)[];

beforeEach(async () => {
  stops = [];
  mail = await openMail();
});
afterEach(async () => {
  for (const stop of stops) stop();
  await mail.close();
});

/** The server's modules are not transformed for a page: React gets one of its own, which it looks at to the end. */
async function drawOnPage(element: ReactNode): Promise<HTMLElement> {
  const { window } = new JSDOM("<main></main>");
  vi.stubGlobal("window", window);
  vi.stubGlobal("document", window.document);
  const { createRoot } = await import("react-dom/client");
  const place = window.document.querySelector("main")!;
  const root = createRoot(place);
  root.render(element);
  stops.push(() => root.unmount());
  return place;
}

const HOUR_MS = 3_600_000;
/** As JMAP has it. */
const inHours = (hours: number): string =>
  new Date(Math.ceil(Date.now() / 1000) * 1000 + hours * HOUR_MS).toISOString().replace(".000Z", "Z");

/** By another client. */
const put = (id: Id, until: string | null) =>
  mail.other.call("Snooze/put", { accountId: mail.accountId, emails: { [id]: until } });

test("another time that another client sets is shown, also after the letter was back", async () => {
  const [id] = (await mail.deliver(1)) as [Id];
  const first = inHours(1);
  await put(id, first);
  tab = await mail.openTab();
  const { useSnoozedUntil } = await import("../src/store/snooze/snoozed-until.ts");
  const { list: boxes } = await mail.other.call("Mailbox/get", { accountId: mail.accountId, ids: null });
  const folder = boxes.find(({ role }) => role === "snoozed")!.id!;
  const list = tab.listFor({ folder });
  tab.openList(list);
  await eventually(() => expect(tab.getEmailRow(id)).toBeDefined());
  stops.push(tab.startPush());
  function Until() {
    return <p>{useSnoozedUntil(id)?.toISOString().replace(".000Z", "Z") ?? "none"}</p>;
  }
  const page = await drawOnPage(<Until />);
  const shows = (until: string): Promise<void> => eventually(() => expect(page.textContent).toBe(until));
  await shows(first);
  const second = inHours(2);
  await put(id, second);
  await shows(second);
  await put(id, null);
  await shows("none");
  const third = inHours(3);
  await put(id, third);
  await shows(third);
});
