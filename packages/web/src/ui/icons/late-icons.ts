/** The icons that only lazily loaded code shows; drawn like those of `icons.ts`, of which each page loads all. */
import type { AnyIcon } from "./Icon.tsx";
import { asIconName, circle, type Drawing } from "./icons.ts";

const bell = "M8.3 16.4a2 2 0 0 0 3.4 0M10 3a5 5 0 0 1 5 5c0 3.2 1 4.6 1.7 5.5H3.3C4 12.6 5 11.2 5 8a5 5 0 0 1 5-5z";

/** A sheet with a folded corner; what a file is stands on it. */
const sheet =
  "M11.5 2.8H5.7a1.5 1.5 0 0 0-1.5 1.5v11.4a1.5 1.5 0 0 0 1.5 1.5h8.6a1.5 1.5 0 0 0 1.5-1.5V7zM11.5 2.8V7h4.3";

export const lateIcons = {
  file: { stroke: sheet },
  "file-pdf": {
    stroke: `${sheet}M7 14.5c2.1-1.1 3.4-3.3 3-4.8-.3-.9-1.5-.6-1.2.5.5 1.7 2 2.9 3.8 3 1 0 1-1.1 0-1.1-2 0-4.1.9-5.6 2.4z`,
  },
  "file-document": { stroke: `${sheet}M7 10l1.3 4.4L10 10.7l1.7 3.7L13 10` },
  "file-sheet": { stroke: `${sheet}M7 9.7h6v4.8H7zM7 12.1h6M10 9.7v4.8` },
  "file-slides": { stroke: `${sheet}M7.2 14.5v-2M10 14.5V9.7M12.8 14.5v-3.2` },
  "file-text": { stroke: `${sheet}M7 9.8h6M7 12.1h6M7 14.4h3.6` },
  "file-code": { stroke: `${sheet}M8.3 10.2l-1.7 1.9L8.3 14M11.7 10.2l1.7 1.9-1.7 1.9` },
  "file-archive": { stroke: `${sheet}M8.8 3v1M8.8 5.7v.9M8.8 8.3v.9M8 11h1.6v2.8H8z` },
  "file-audio": { stroke: `${sheet}${circle(8.4, 13.3, 1.4)}M9.8 13.3V9.2l3 1` },
  "file-video": { stroke: `${sheet}M8.3 9.7v4.8l4.2-2.4z` },
  program: {
    stroke:
      "M4.3 3.8h11.4a1.5 1.5 0 0 1 1.5 1.5v9.4a1.5 1.5 0 0 1-1.5 1.5H4.3a1.5 1.5 0 0 1-1.5-1.5V5.3a1.5 1.5 0 0 1 1.5-1.5zM2.8 7.2h14.4M6 9.7l2 1.9-2 1.9M10.2 13.5H14",
  },
  warning: { stroke: "M10 3.2 2.4 16.4h15.2zM10 8v4M10 14.2h.01" },
  chevronLeft: { stroke: "M12.4 5.3 7.7 10l4.7 4.7" },
  bell: { stroke: bell },
  reply: { stroke: "M7.8 4.3 2.9 9.2l4.9 4.9M2.9 9.2h8.8a5.4 5.4 0 0 1 5.4 5.4v1.2" },
  "reply-all": { stroke: "M6.8 4.3 1.9 9.2l4.9 4.9M11 4.3 6.1 9.2l4.9 4.9M6.1 9.2h7a5 5 0 0 1 5 5v1.6" },
  forward: { stroke: "M12.2 4.3l4.9 4.9-4.9 4.9M17.1 9.2H8.3a5.4 5.4 0 0 0-5.4 5.4v1.2" },
  "envelope-open": {
    stroke:
      "M3 8.2 9.2 3.7a1.4 1.4 0 0 1 1.6 0L17 8.2v7.1a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 15.3zM3.3 8.7l5.8 3.8a1.6 1.6 0 0 0 1.8 0l5.8-3.8",
  },
  "bell-off": { stroke: `${bell}M3 3l14 14` },
  clock: { stroke: `${circle(10, 10, 7.2)}M10 5.8V10l2.8 1.8` },
  bold: { stroke: "M6.2 4h4.6a2.9 2.9 0 0 1 0 5.8H6.2zM6.2 9.8h5.2a3.1 3.1 0 0 1 0 6.2H6.2z", strokeWidth: 2 },
  italic: { stroke: "M8.6 4h5.2M6.2 16h5.2M11.5 4l-3 12" },
  underline: { stroke: "M5.8 3.5v5.7a4.2 4.2 0 0 0 8.4 0V3.5M4.8 16.8h10.4" },
  bulletList: {
    stroke: "M8 5h9M8 10h9M8 15h9",
    fill: `${circle(4, 5, 1.2)}${circle(4, 10, 1.2)}${circle(4, 15, 1.2)}`,
  },
  orderedList: {
    stroke:
      "M8.5 5h8.5M8.5 10h8.5M8.5 15h8.5M3.3 3.8l1.3-.6v4M3 12.6c.2-.7.7-1 1.3-1 .8 0 1.3.5 1.3 1.1 0 1.3-2.5 1.7-2.5 3.4h2.6",
  },
  quote: { stroke: "M8.3 6.2c-2.8.5-4.3 2.2-4.3 5v2.6h4.3V9.7H5.9M16.3 6.2c-2.8.5-4.3 2.2-4.3 5v2.6h4.3V9.7h-2.4" },
  clearFormat: { stroke: "M5.2 6V4h10.6v2M10.5 4 9.2 10.5M7 16.2h4M13 12l4 4M17 12l-4 4" },
  undo: { stroke: "M7 3.8 3 7.8l4 4M3 7.8h8.5a4.4 4.4 0 0 1 0 8.8H7" },
  redo: { stroke: "M13 3.8l4 4-4 4M17 7.8H8.5a4.4 4.4 0 0 0 0 8.8H13" },
  plainText: { stroke: "M4.5 5.5v-1.5h11v1.5M10 4v12M8 16h4" },
  template: { stroke: "M5.5 3.5h6l3 3v10h-9zM11.5 3.5v3h3M8 10h4M8 13h4" },
  minimise: { stroke: "M4.5 15.5h11" },
  larger: { stroke: "M11.5 4h4.5v4.5M16 4l-5 5M8.5 16H4v-4.5M4 16l5-5" },
  smaller: { stroke: "M16 8.5h-4.5V4M11.5 8.5 16.5 3.5M4 11.5h4.5V16M8.5 11.5l-5 5" },
  plus: { stroke: "M10 4v12M4 10h12" },
  keyboard: {
    stroke:
      "M3.5 5h13A1.5 1.5 0 0 1 18 6.5v7a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 2 13.5v-7A1.5 1.5 0 0 1 3.5 5zM5.3 8.3h.01M8.4 8.3h.01M11.6 8.3h.01M14.7 8.3h.01M5.3 11.7h.01M14.7 11.7h.01M8 11.7h4",
  },
  signOut: {
    stroke: "M8 3.8H4.8a1.5 1.5 0 0 0-1.5 1.5v9.4a1.5 1.5 0 0 0 1.5 1.5H8M12.5 6.5 16 10l-3.5 3.5M16 10H7.8",
  },
  redirect: { stroke: "M3.5 15.5V12a3.5 3.5 0 0 1 3.5-3.5h9.3M12.8 5l3.5 3.5-3.5 3.5" },
  resend: { stroke: "M16.2 8.2A6.6 6.6 0 0 0 4.3 6.8M4 3.4v3.8h3.8M3.8 11.8a6.6 6.6 0 0 0 11.9 1.4M16 16.6v-3.8h-3.8" },
  minus: { stroke: "M4.5 10h11" },
  eye: { stroke: `M1.9 10S4.8 4.6 10 4.6 18.1 10 18.1 10 15.2 15.4 10 15.4 1.9 10 1.9 10z${circle(10, 10, 2.4)}` },
  chevronUp: { stroke: "M5.3 12.4 10 7.7l4.7 4.7" },
  download: { stroke: "M10 2.8v9.7M5.8 8.6l4.2 4.2 4.2-4.2M3.3 16.8h13.4" },
  image: {
    stroke: `M4.3 3.3h11.4a1.5 1.5 0 0 1 1.5 1.5v10.4a1.5 1.5 0 0 1-1.5 1.5H4.3a1.5 1.5 0 0 1-1.5-1.5V4.8a1.5 1.5 0 0 1 1.5-1.5zM3 14.2l4-4 3.4 3.4 2.2-2.2 4.4 4.4${circle(12.7, 7.4, 1.3)}`,
  },
  upload: { stroke: "M10 12.8V3.1M5.8 7 10 2.8 14.2 7M3.3 16.8h13.4" },
  userPlus: { stroke: `${circle(8, 6.8, 3.3)}M1.8 16.8c.5-3.3 3-5.3 6.2-5.3s5.7 2 6.2 5.3M16 5v5M13.5 7.5h5` },
  newspaper: {
    stroke:
      "M3 4.2h11v11.3a1.3 1.3 0 0 0 1.3 1.3H4.5A1.5 1.5 0 0 1 3 15.3zM14 8h3v7.3a1.5 1.5 0 0 1-3 0M5.8 7.2h5.4v3H5.8zM5.8 13h5.4",
  },
  user: { stroke: `${circle(10, 6.8, 3.5)}M3.3 17a6.8 6.8 0 0 1 13.4 0` },
  copy: {
    stroke:
      "M8.5 7h6a1.5 1.5 0 0 1 1.5 1.5v6a1.5 1.5 0 0 1-1.5 1.5h-6A1.5 1.5 0 0 1 7 14.5v-6A1.5 1.5 0 0 1 8.5 7zM13 7V5.5A1.5 1.5 0 0 0 11.5 4h-6A1.5 1.5 0 0 0 4 5.5v6A1.5 1.5 0 0 0 5.5 13H7",
  },
  link: {
    stroke: "M8.4 11.6a3 3 0 0 0 4.3 0l3-3a3 3 0 0 0-4.3-4.3l-1 1M11.6 8.4a3 3 0 0 0-4.3 0l-3 3a3 3 0 0 0 4.3 4.3l1-1",
  },
  info: { stroke: `${circle(10, 10, 7.2)}M10 9.2v4.6M10 6.4h.01` },
} satisfies Record<string, Drawing>;

/** For names that come from where the set is not known, these among them. */
export const anyIcon = (name: string): AnyIcon =>
  Object.hasOwn(lateIcons, name) ? lateIcons[name as keyof typeof lateIcons] : asIconName(name);
