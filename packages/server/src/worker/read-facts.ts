/** What a letter says, and whether its author is proven, by its message. */
import type { Category, Fact } from "@pismo/jmap";
import { factsOf } from "../facts/facts.ts";
import type { Appointment, EventRevision } from "@pismo/jmap/ical";
import { letterDay } from "../facts/values/letter-day.ts";
import { appointmentsIn } from "../facts/markup/appointments.ts";
import { isStorable, revisionsIn } from "../facts/markup/event-revisions.ts";
import { plannedEvents } from "../facts/markup/planned-events.ts";
import { categorize, type CategoryGuess } from "../mime/categorize/categorize.ts";
import { authenticationOf, believedChecks } from "../mime/headers/authentication-results.ts";
import { asAddresses, convenienceHeaders, headersOf, headerValues } from "../mime/headers/headers.ts";
import { bodyLists, leaves } from "../mime/parse/body.ts";
import type { PartNode } from "../mime/parse/part.ts";
import { scan } from "../mime/parse/scan.ts";
import { unpackContainers } from "../mime/parse/unpack.ts";
import { createPartDecoder, searchableText } from "../mime/text/readable-text.ts";

export interface AboutFacts {
  /** Of the letter; null: what it declares alone counts. */
  category: Category | null;
  /** Whether one is to be found: the letter has none, and was not asked for one. */
  findsCategory: boolean;
  /** The text of its PDF files. */
  pdfs: readonly string[];
  /** ISO 8601: where the letter has no date of its own. */
  receivedAt: string;
  /** Whose checks of the sender count: names (authserv-id), and the server that the letter was fetched from. */
  trustedServers: readonly string[];
  mailServer: string | undefined;
}

export interface FoundFacts {
  facts: Fact[];
  appointments: Appointment[];
  /** Of the events of its calendar; none where the letter has no author. */
  revisions: EventRevision[];
  /** What the rules make of it, with `findsCategory`. */
  guess: CategoryGuess | null;
  /** "refused": a server has checked, and the author is not proven. */
  sender: "verified" | "unchecked" | "refused";
  /** The author's address in lower case; empty where there is none, or more than one. */
  author: string;
  /** As the author calls itself, in what the engines can store; empty where there is no name. */
  senderName: string;
}

/** Of the plain text: as much as of a page. */
const MAX_TEXT = 60_000;
const MAX_CALENDARS = 5;
const MAX_NAME = 120;

/** As a file they often come by another type. */
const isCalendar = ({ type, name }: PartNode): boolean =>
  type === "text/calendar" || type === "application/ics" || /\.ics$/i.test(name ?? "");

export function readFacts(bytes: Uint8Array, about: AboutFacts): FoundFacts {
  const structure = scan(bytes);
  unpackContainers(bytes, structure);
  const fields = headersOf(bytes, structure.headerStart, structure.bodyStart);
  const from = headerValues(fields, "From").flatMap(asAddresses);
  const author = from.length === 1 ? from[0]! : { name: null, email: "" };
  const headers = convenienceHeaders(fields);
  const { subject, sentAt } = headers;
  const { textBody, htmlBody } = bodyLists(structure);
  const decode = createPartDecoder();
  const html = htmlBody.find(({ type }) => type === "text/html");
  const text = textBody.find(({ type }) => type === "text/plain");
  const guess = about.findsCategory
    ? categorize({
        headers,
        fields,
        type: structure.type,
        text: searchableText(bytes, structure, decode),
        html: html ? decode(bytes, html) : "",
      })
    : null;
  const calendars = leaves(structure)
    .filter(isCalendar)
    .slice(0, MAX_CALENDARS)
    .map((part) => decode(bytes, part));
  const facts = factsOf({
    category: guess?.category ?? about.category,
    subject: subject ?? "",
    fromName: author.name ?? "",
    sentAt: new Date(sentAt ?? about.receivedAt),
    today: letterDay(sentAt),
    html: html ? decode(bytes, html) : null,
    text: text ? decode(bytes, text).slice(0, MAX_TEXT) : "",
    calendars,
    pdfs: about.pdfs,
  });
  const events = plannedEvents(calendars);
  const address = author.email.toLowerCase();
  return {
    facts,
    // What is said of a journey, an event or an order is said there.
    appointments: facts.every(({ kind }) => kind === "registration") ? appointmentsIn(events, Date.now()) : [],
    // Who may change an event is told by the author.
    revisions: address !== "" && isStorable(address) ? revisionsIn(events, new Date(about.receivedAt).getTime()) : [],
    guess,
    sender: senderOf(fields, author.email, about),
    author: address,
    senderName: (author.name ?? "")
      .slice(0, MAX_NAME)
      .replaceAll(/[\p{Cc}\p{Cs}]+/gu, " ")
      .trim(),
  };
}

type Fields = ReturnType<typeof headersOf>;

/** By DMARC or an aligned DKIM signature: anyone can send for the domain of an address that SPF alone has passed. */
function senderOf(fields: Fields, author: string, { trustedServers, mailServer }: AboutFacts): FoundFacts["sender"] {
  const checks = believedChecks(fields, { names: new Set(trustedServers), mailServer });
  if (!checks) return "unchecked";
  const results = checks.results.filter(({ method }) => method !== "spf");
  return author.includes("@") && authenticationOf(results, author) === "pass" ? "verified" : "refused";
}
