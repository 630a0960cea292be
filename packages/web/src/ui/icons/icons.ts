/**
 * The icon set: outlines on a 20 × 20 grid, 1.5 px strokes with round ends, drawn for Pismo.
 * A plain string is a stroked path; `fill` paths are painted instead (dots, filled states, letters).
 */
export interface Drawing {
  stroke?: string;
  /** In the grid's units. */
  strokeWidth?: number;
  fill?: string;
}

const folder =
  "M2.8 15V5.5A1.5 1.5 0 0 1 4.3 4h3.2l2 2.2h6.2a1.5 1.5 0 0 1 1.5 1.5V15a1.5 1.5 0 0 1-1.5 1.5H4.3A1.5 1.5 0 0 1 2.8 15z";
const flag = "M5 4.2c1.7-.9 3.3-.9 5 0s3.3.9 5 0v7.3c-1.7.9-3.3.9-5 0s-3.3-.9-5 0z";
const important = "M8.1 3.2h3.8L11.2 12H8.8z";
const envelope =
  "M4.3 4.5h11.4A1.5 1.5 0 0 1 17.2 6v8a1.5 1.5 0 0 1-1.5 1.5H4.3A1.5 1.5 0 0 1 2.8 14V6a1.5 1.5 0 0 1 1.5-1.5z";
export const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

export const icons = {
  inbox:
    "M2.8 11.5h3.8l1.2 2.2h4.4l1.2-2.2h3.8M2.8 11.5V15a1.5 1.5 0 0 0 1.5 1.5h11.4a1.5 1.5 0 0 0 1.5-1.5v-3.5l-2.5-6.9a1.5 1.5 0 0 0-1.4-1H6.7a1.5 1.5 0 0 0-1.4 1z",
  important: `${important}${circle(10, 15.6, 1.3)}`,
  "important-filled": { stroke: `${important}${circle(10, 15.6, 1.3)}`, fill: `${important}${circle(10, 15.6, 1.3)}` },
  sent: "M17.2 2.8 2.6 7.9l6 3.5 3.5 6zM17.2 2.8 8.6 11.4",
  drafts:
    "M11.5 2.8H5.7a1.5 1.5 0 0 0-1.5 1.5v11.4a1.5 1.5 0 0 0 1.5 1.5h8.6a1.5 1.5 0 0 0 1.5-1.5V7zM11.5 2.8V7h4.3M7.2 10.5h5.6M7.2 13.7h3.6",
  archive: "M3 3.8h14v3.7H3zM4.2 7.5V15a1.5 1.5 0 0 0 1.5 1.5h8.6a1.5 1.5 0 0 0 1.5-1.5V7.5M8 10.8h4",
  spam: "M7 2.8h6L17.2 7v6L13 17.2H7L2.8 13V7zM7.8 7.8l4.4 4.4M12.2 7.8l-4.4 4.4",
  "not-spam": "M7 2.8h6L17.2 7v6L13 17.2H7L2.8 13V7zM6.8 10.2l2.3 2.3 4.2-4.6",
  trash:
    "M3.3 5.5h13.4M7.7 5.5V4.3a1.5 1.5 0 0 1 1.5-1.5h1.6a1.5 1.5 0 0 1 1.5 1.5v1.2M5 5.5l.7 10.3a1.5 1.5 0 0 0 1.5 1.4h5.6a1.5 1.5 0 0 0 1.5-1.4L15 5.5M8.3 9v4.6M11.7 9v4.6",
  folder,
  "folder-plus": `${folder}M10 9v4.6M7.7 11.3h4.6`,
  move: `${folder}M7.3 11.3h5.2M10.4 9.1l2.2 2.2-2.2 2.2`,
  pencil: "M3.4 16.6l.7-3.7 9-9a1.7 1.7 0 0 1 2.4 0l.6.6a1.7 1.7 0 0 1 0 2.4l-9 9zM11.4 5.6l3 3",
  compose:
    "M16.5 10.8v4.5a1.5 1.5 0 0 1-1.5 1.5H4.7a1.5 1.5 0 0 1-1.5-1.5V5a1.5 1.5 0 0 1 1.5-1.5h4.5M8 12l.5-2.6 6.6-6.6 2.1 2.1-6.6 6.6z",
  gear: `M8.5 4.4 8.7 2.5h2.6l.2 1.9 1.4.6 1.5-1.2 1.8 1.8L15 7.1l.6 1.4 1.9.2v2.6l-1.9.2-.6 1.4 1.2 1.5-1.8 1.8-1.5-1.2-1.4.6-.2 1.9H8.7l-.2-1.9-1.4-.6-1.5 1.2-1.8-1.8L5 12.9l-.6-1.4-1.9-.2V8.7l1.9-.2L5 7.1 3.8 5.6l1.8-1.8L7.1 5z${circle(10, 10, 2.4)}`,
  filter: "M3 4.2h14l-5.4 6.3v4.7l-3.2 1.6v-6.3z",
  "unread-dot": { fill: circle(10, 10, 3) },
  flag: `M5 17.4V3.4${flag}`,
  "flag-filled": { stroke: `M5 17.4V3.4${flag}`, fill: flag },
  clip: "M15.9 9.3l-6 6a3.6 3.6 0 0 1-5.1-5.1l6.4-6.4a2.4 2.4 0 0 1 3.4 3.4l-6.4 6.4a1.2 1.2 0 0 1-1.7-1.7l5.7-5.7",
  reset: "M4.1 7.4A6.5 6.5 0 1 1 3.5 10.8M3.8 3.6v3.9h3.9",
  back: "M16.6 10H3.6M9 4.5 3.5 10 9 15.5",
  close: "M5 5l10 10M15 5 5 15",
  "chevron-down": "M5.3 7.7 10 12.4l4.7-4.7",
  "chevron-right": "M7.7 5.3l4.7 4.7-4.7 4.7",
  calendar:
    "M4.7 4.4h10.6a1.5 1.5 0 0 1 1.5 1.5v9.3a1.5 1.5 0 0 1-1.5 1.5H4.7a1.5 1.5 0 0 1-1.5-1.5V5.9a1.5 1.5 0 0 1 1.5-1.5zM3.2 8.4h13.6M7 2.8v3M13 2.8v3",
  search: `${circle(8.8, 8.8, 5.8)}M13.1 13.1l4.1 4.1`,
  check: "M4 10.4l4 4 8-8.8",
  more: { fill: `${circle(4.5, 10, 1.5)}${circle(10, 10, 1.5)}${circle(15.5, 10, 1.5)}` },
  menu: "M3 5.2h14M3 10h14M3 14.8h14",
  envelope: `${envelope}M3.3 6l5.8 4.5a1.5 1.5 0 0 0 1.8 0L16.7 6`,
  cart: `M2.3 3.3h2.3l2 9.3h8.6l1.9-6.6H5.3${circle(7.7, 15.8, 1.2)}${circle(14.1, 15.8, 1.2)}`,
  rouble: "M7.2 17V3.3h4.1a3.9 3.9 0 0 1 0 7.8H5M5 14h6.5",
  key: `${circle(6.8, 13.2, 3.8)}M9.5 10.5l7-7M13 7l2.6 2.6M15.2 4.8l1.8 1.8`,
  plane:
    "M8.5 11.5 3 9.7l1.3-1.3 6.2.5 3.8-3.8c.9-.9 2-1.1 2.5-.6s.3 1.6-.6 2.5l-3.8 3.8.5 6.2-1.3 1.3-1.8-5.5-3 2.6.2 2-1 1-1.1-2.5L3 14.8l1-1 2 .2z",
  ticket:
    "M3 7.8V6a1.5 1.5 0 0 1 1.5-1.5h11A1.5 1.5 0 0 1 17 6v1.8a2.2 2.2 0 0 0 0 4.4V14a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 14v-1.8a2.2 2.2 0 0 0 0-4.4zM12 4.5v2M12 9v2M12 13.5v2",
  building: "M2.8 7.5 10 3l7.2 4.5zM4.5 7.5v6.8M8.2 7.5v6.8M11.8 7.5v6.8M15.5 7.5v6.8M2.8 14.3h14.4M2.3 17h15.4",
  shapes: `M10 2.8 13.8 9H6.2zM11.7 11.7h5v5h-5z${circle(5.8, 14.2, 2.7)}`,
  tag: `M3.2 9.5V4.4a1.2 1.2 0 0 1 1.2-1.2h5.1a1.7 1.7 0 0 1 1.2.5l5.7 5.7a1.5 1.5 0 0 1 0 2.1l-4.9 4.9a1.5 1.5 0 0 1-2.1 0l-5.7-5.7a1.7 1.7 0 0 1-.5-1.2z${circle(7, 7, 1)}`,
  palette: `M10 2.8a7.2 7.2 0 0 0 0 14.4c1.3 0 1.8-.8 1.8-1.6 0-1.2-.8-1.5-.8-2.4 0-.7.6-1.2 1.4-1.2h1.9a2.9 2.9 0 0 0 2.9-2.9C17.2 5.6 14 2.8 10 2.8z${circle(6.4, 9.6, 0.8)}${circle(8.6, 6.4, 0.8)}${circle(12.4, 6.6, 0.8)}`,
  language: `${circle(10, 10, 7.2)}M2.8 10h14.4M10 2.8c2 2 3 4.5 3 7.2s-1 5.2-3 7.2c-2-2-3-4.5-3-7.2s1-5.2 3-7.2z`,
  offline: "M3 3l14 14M8 4.6a5 5 0 0 1 6.6 4.3 3.6 3.6 0 0 1 1.9 6.1M5.6 7.2A5 5 0 0 0 5.4 8.9a3.7 3.7 0 0 0 .4 7.4h8",
} satisfies Record<string, string | Drawing>;

export type IconName = keyof typeof icons;

/** For names that come from where the set is not known: what it does not hold becomes "more". */
export const asIconName = (name: string): IconName => (Object.hasOwn(icons, name) ? (name as IconName) : "more");
