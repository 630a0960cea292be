// @vitest-environment node
/** What is to be done, as a tab shows it while it is put away and the network fails. */
import type { Deadline } from "@pismo/jmap";
import { JSDOM } from "jsdom";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { startFactReader } from "../../server/src/fact-reader/fact-reader.ts";
import { createLogger } from "../../server/src/log.ts";
import { type Mail, openMail } from "./support/mail.ts";

let mail: Mail;
let stops: (() => void | Promise<void>)[];

beforeEach(async () => {
  mail = await openMail();
  const { store, mime } = mail.server;
  stops = [startFactReader({ store, mime, log: createLogger("silent"), trustedServers: new Set(["mx.example"]) })];
});
afterEach(async () => {
  for (const stop of stops.toReversed()) await stop();
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

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const invoice = (to: string, day: string) => ({
  "@context": "http://schema.org",
  "@type": "Invoice",
  provider: { "@type": "Organization", name: to },
  totalPaymentDue: { "@type": "PriceSpecification", price: "12.50", priceCurrency: "EUR" },
  paymentDueDate: day,
});

/** From outside: what the person's own programs put in is not read. */
const bill = (to: string, day: string) =>
  mail.server.ingest.deliver({
    accountId: mail.accountId,
    bytes: Buffer.from(
      [
        `From: ${to} <bills@power.example>`,
        "Subject: Your bill",
        "Authentication-Results: mx.example; dmarc=pass header.from=power.example",
        "Content-Type: text/html; charset=utf-8",
        "",
        `<script type="application/ld+json">${JSON.stringify(invoice(to, day))}</script><p>Please pay.</p>`,
      ].join("\r\n"),
    ),
    mailboxIds: [mail.boxes["inbox"]!],
  });

test("what could not be put away stands where it stood", async () => {
  await bill("Power", inDays(2));
  await bill("Gas", inDays(3));
  const { accountId } = mail;
  // Letters are read in the background.
  await eventually(async () => {
    const { ids } = await mail.other.call("Deadline/query", { accountId });
    expect(ids).toHaveLength(2);
  });
  const { list } = await mail.other.call("Deadline/get", { accountId, ids: null });
  const power = { ...(list.find(({ title }) => title === "Power") as Deadline), accountId, others: [] };
  const tab = await mail.openTab();
  const { followDeadlines, setDeadline, useDeadlines } = await import("../src/store/facts/deadlines.ts");
  function Titles() {
    const { entries } = useDeadlines();
    return <p>{entries?.map(({ title }) => title).join(", ") ?? "unknown"}</p>;
  }
  const page = await drawOnPage(<Titles />);
  const shows = (titles: string): Promise<void> => eventually(() => expect(page.textContent).toBe(titles));
  stops.push(tab.startPush(), followDeadlines());
  await shows("Power, Gas");
  const lose = new AbortController();
  const lost = new Promise<string>((_, reject) => {
    lose.signal.addEventListener("abort", () => reject(new TypeError("The network is down")));
  });
  mail.network.replaces = () => lost;
  const refused = setDeadline(power, { state: "done" });
  await shows("Gas");
  lose.abort();
  await expect(refused).rejects.toThrow(TypeError);
  await shows("Power, Gas");
  mail.network.replaces = undefined;
  await setDeadline(power, { state: "done" });
  await shows("Gas");
});
