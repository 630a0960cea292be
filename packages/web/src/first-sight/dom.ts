/** Elements as React would make them, without React. */

type Child = Node | string | false | undefined;
type Attributes = Readonly<Record<string, string | undefined>>;

function fill<T extends Element>(element: T, className: string | undefined, attributes: Attributes, children: Child[]) {
  if (className) element.setAttribute("class", className);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== false && child !== undefined));
  return element;
}

export const el = (
  tag: string,
  className: string | undefined,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElement => fill(document.createElement(tag), className, attributes, children);

export const svg = (tag: string, attributes: Attributes, ...children: Child[]): SVGElement =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes["class"], attributes, children);

/** Present without a value, or not there. */
export const flag = (isSet: boolean): string | undefined => (isSet ? "" : undefined);
