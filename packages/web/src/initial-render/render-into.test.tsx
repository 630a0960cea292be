// @vitest-environment jsdom
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ClipFace } from "../features/email-list/row/ClipFace.tsx";
import { RowMarkup, type RowMarkupProps } from "../features/email-list/row/RowMarkup.tsx";
import { initialTexts } from "../i18n/initial-render.ts";
import { Logo } from "../ui/Logo.tsx";
import { ClientRendered, renderInto } from "./render-into.ts";
import { rowTexts } from "./InitialRows.tsx";

/** What a browser makes of it, with styles as it writes them itself. */
function htmlOf(root: Element): string {
  for (const element of root.querySelectorAll<HTMLElement>("[style]"))
    element.setAttribute("style", element.style.cssText);
  for (const element of root.querySelectorAll("*")) {
    // Their order says nothing.
    const attributes = [...element.attributes].toSorted((a, b) => (a.name < b.name ? -1 : 1));
    for (const { name } of attributes) element.removeAttribute(name);
    for (const { name, value } of attributes) element.setAttribute(name, value);
  }
  return root.innerHTML;
}

function renderedByReact(node: React.ReactNode): string {
  const root = document.createElement("div");
  root.innerHTML = renderToStaticMarkup(node);
  return htmlOf(root);
}

function rendered(node: React.ReactNode): string {
  const root = document.createElement("div");
  renderInto(root, node);
  return htmlOf(root);
}

const anna = { name: "Анна", email: "anna@mail.example" };
const props: RowMarkupProps = {
  row: {
    id: "e1",
    threadId: "t1",
    mailboxIds: { m1: true },
    keywords: {},
    from: [anna],
    to: null,
    subject: "A <b>subject</b> & more",
    receivedAt: "2026-11-23T10:00:00Z",
    hasAttachment: false,
    size: 1,
    preview: "",
  },
  count: undefined,
  index: 3,
  total: 10,
  top: 144,
  folder: "inbox",
  ending: "",
  isActive: false,
  isSelected: false,
  maySetSeen: true,
  maySetKeywords: true,
  dateText: "10:00",
  texts: rowTexts(initialTexts.en),
  signs: null,
  events: undefined,
};

test.each<[string, Partial<RowMarkupProps>]>([
  ["unread", {}],
  ["read, with the focus, that may not be changed", { isActive: true, maySetSeen: false, maySetKeywords: false }],
  ["a conversation", { count: 3 }],
  ["in another account than the first", { ending: "&account=a2" }],
  ["flagged draft", { row: { ...props.row, keywords: { $draft: true, $flagged: true, $seen: true } } }],
  [
    "important, without sender and subject",
    { row: { ...props.row, keywords: { $important: true }, from: null, subject: null } },
  ],
  ["with files", { signs: <ClipFace label="Files" tabIndex={0} aria-haspopup="dialog" aria-expanded={false} /> }],
])("a row is rendered as React renders it: %s", (_, change) => {
  const row = <RowMarkup {...props} {...change} />;
  expect(rendered(row)).toBe(renderedByReact(row));
  expect(rendered(row)).toContain("aria-posinset");
});

test("so is an SVG, in its own namespace", () => {
  expect(rendered(<Logo />)).toBe(renderedByReact(<Logo />));
  const root = document.createElement("div");
  renderInto(root, <Logo />);
  expect(root.querySelector("path")).toBeInstanceOf(SVGElement);
});

test("what the client renders is in the comments of a Suspense boundary that a server could not finish", () => {
  expect(rendered(<ClientRendered>{["a", 1, null, false]}</ClientRendered>)).toBe("<!--$!-->a1<!--/$-->");
});
