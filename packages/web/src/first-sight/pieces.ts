/** What stands in several places: icons, pictures of people, buttons. Each as its component in `ui` draws it. */
import avatarStyles from "../ui/Avatar.module.css";
import iconStyles from "../ui/Icon.module.css";
import buttonStyles from "../ui/IconButton.module.css";
import { type IconName, icons } from "../ui/icons.ts";
import { avatarHue, initials } from "../ui/initials.ts";
import logoStyles from "../ui/Logo.module.css";
import { el, flag, svg } from "./dom.ts";

const line = { fill: "none", stroke: "currentColor", "stroke-linecap": "round", "stroke-linejoin": "round" };

export function icon(name: IconName, { size = 20, className }: { size?: number; className?: string | undefined } = {}) {
  const drawing: string | { stroke?: string; fill?: string } = icons[name];
  const { stroke, fill } = typeof drawing === "string" ? { stroke: drawing, fill: undefined } : drawing;
  return svg(
    "svg",
    {
      class: [iconStyles["icon"], className].filter(Boolean).join(" "),
      width: String(size),
      height: String(size),
      viewBox: "0 0 20 20",
    },
    fill !== undefined && svg("path", { d: fill, fill: "currentColor" }),
    stroke !== undefined && svg("path", { d: stroke, "stroke-width": "1.5", ...line }),
  );
}

export function avatar(name: string, address: string): HTMLElement {
  const picture = el("span", avatarStyles["avatar"], {}, initials(name || address));
  picture.style.cssText = `width: 32px; height: 32px; font-size: 13px; --hue: ${avatarHue(address)}`;
  return picture;
}

export function iconButton(
  name: IconName,
  { size = 20, className }: { size?: number; className?: string | undefined } = {},
) {
  const classes = [buttonStyles["button"], className].filter(Boolean).join(" ");
  return el("button", classes, { type: "button", "data-small": flag(size < 20) }, icon(name, { size }));
}

export const logo = (): (Node | string)[] => [
  svg(
    "svg",
    { class: logoStyles["sign"], width: "32", height: "32", viewBox: "0 0 32 32" },
    svg("rect", { x: "2", y: "5", width: "28", height: "22", rx: "7", fill: "currentColor" }),
    svg("path", {
      d: "M8.5 12.5 14.2 17.2a2.9 2.9 0 0 0 3.6 0l5.7-4.7",
      ...line,
      stroke: "var(--logo-tick)",
      "stroke-width": "2.4",
    }),
  ),
  el("span", logoStyles["word"], {}, "pismo"),
];
