/**
 * Renders components without hooks once, before React is there, so that the markup of a row exists once. React hydrates the
 * elements without comparing their attributes: all of them have to be there.
 */
import type { JSX, ReactElement, ReactNode } from "react";
import { Fragment } from "react/jsx-runtime";

const svgNamespace = "http://www.w3.org/2000/svg";

type Props = Readonly<Record<string, unknown>> & { children?: ReactNode };

/**
 * A part that React does not hydrate but replaces, once the rest can be used: to React it is a Suspense boundary that the
 * server could not finish.
 */
export const ClientRendered = ({ children }: { children?: ReactNode }): ReactNode => children;

/** The other attributes of HTML elements are React's names in lower case, as which the browser reads them. */
const attributeNames: Readonly<Record<string, string | undefined>> = {
  className: "class",
  strokeWidth: "stroke-width",
  strokeLinecap: "stroke-linecap",
  strokeLinejoin: "stroke-linejoin",
};

const isWord = (name: string): boolean => /^(?:aria-|data-|draggable$)/.test(name);

function setStyle(element: ElementCSSInlineStyle, style: Readonly<Record<string, string | number | undefined>>): void {
  for (const [name, value] of Object.entries(style)) {
    if (value === undefined) continue;
    if (name.startsWith("--")) element.style.setProperty(name, String(value));
    else Object.assign(element.style, { [name]: typeof value === "number" ? `${value}px` : value });
  }
}

function setAttributes(element: HTMLElement | SVGElement, props: Props): void {
  for (const [name, value] of Object.entries(props)) {
    if (name === "children" || value === undefined || value === null || typeof value === "function") continue;
    if (name === "style") setStyle(element, value as Readonly<Record<string, string | number | undefined>>);
    else if (typeof value === "string" || typeof value === "number" || isWord(name))
      element.setAttribute(attributeNames[name] ?? name, `${value as string | number | boolean}`);
    else if (value === true) element.setAttribute(name, "");
  }
}

function renderElement({ type, props }: ReactElement<Props>, parent: Node, isInSvg: boolean): void {
  if (type === ClientRendered) {
    parent.appendChild(document.createComment("$!"));
    renderInto(parent, props.children);
    parent.appendChild(document.createComment("/$"));
  } else if (type === Fragment) renderInto(parent, props.children, isInSvg);
  else if (typeof type === "function") {
    renderInto(parent, (type as (given: Props) => ReactNode)(props), isInSvg);
  } else {
    const isSvg = isInSvg || type === "svg";
    const tag = type as keyof JSX.IntrinsicElements;
    const element = isSvg ? document.createElementNS(svgNamespace, tag) : document.createElement(tag);
    setAttributes(element, props);
    renderInto(element, props.children, isSvg);
    parent.appendChild(element);
  }
}

export function renderInto(parent: Node, node: ReactNode, isInSvg = false): void {
  if (node === null || node === undefined || typeof node === "boolean" || node === "") return;
  if (Array.isArray(node)) for (const each of node as ReactNode[]) renderInto(parent, each, isInSvg);
  else if (typeof node === "object") renderElement(node as ReactElement<Props>, parent, isInSvg);
  else parent.appendChild(document.createTextNode(String(node)));
}
