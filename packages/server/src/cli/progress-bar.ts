/** Progress of a long command: a bar that redraws itself on a terminal, occasional plain lines elsewhere. */

export interface ProgressOutput {
  isTTY?: boolean | undefined;
  columns?: number | undefined;
  write(text: string): unknown;
}

export interface Progress {
  /** In the unit of the total. */
  done: number;
  messages: number;
}

export interface ProgressBar {
  update(progress: Progress): void;
  /** Prints a line above the bar. */
  note(line: string): void;
  /** Removes the bar. */
  end(): void;
}

const REDRAW_INTERVAL_MS = 100;
const LINE_INTERVAL_MS = 5000;

/**
 * @param total bytes of all sources, or messages
 * @param start where a resumed command continues, so that the rate counts only its own work
 */
export function createProgressBar(
  output: ProgressOutput,
  total: number,
  { start = 0, now = Date.now }: { start?: number; now?: () => number } = {},
): ProgressBar {
  const startedAt = now();
  // A short task needs no line in a log.
  let shownAt = output.isTTY ? Number.NEGATIVE_INFINITY : startedAt;
  let shown = "";
  const clear = () => (shown === "" ? "" : "\r\u001b[K");
  return {
    update(progress) {
      const time = now();
      if (time - shownAt < (output.isTTY ? REDRAW_INTERVAL_MS : LINE_INTERVAL_MS)) return;
      shownAt = time;
      const seconds = Math.max(0.001, (time - startedAt) / 1000);
      const line = progressLine(progress, { total, start, seconds, columns: output.columns ?? 80 });
      if (output.isTTY) {
        output.write(clear() + line);
        shown = line;
      } else {
        output.write(`${line}\n`);
      }
    },
    note(line) {
      output.write(`${clear()}${line}\n${shown}`);
    },
    end() {
      output.write(clear());
      shown = "";
    },
  };
}

/** "[█████     ]  52 %  12,400 letters  2,310/s  0:21 left". */
export function progressLine(
  { done, messages }: Progress,
  { total, start, seconds, columns }: { total: number; start: number; seconds: number; columns: number },
): string {
  const share = total > 0 ? Math.min(1, done / total) : 1;
  const doneRate = (done - start) / seconds;
  const left = doneRate > 0 ? `${clock((total - done) / doneRate)} left` : "";
  const rate = Math.round(messages / seconds).toLocaleString("en-US");
  const text =
    `${String(Math.floor(share * 100)).padStart(3)} %  ${messages.toLocaleString("en-US")} ${messages === 1 ? "letter" : "letters"}  ${rate}/s  ${left}`.trimEnd();
  const width = Math.min(40, columns - text.length - 5);
  if (width < 5) return text.slice(0, Math.max(0, columns - 1));
  const full = Math.round(share * width);
  return `[${"█".repeat(full)}${" ".repeat(width - full)}] ${text}`;
}

function clock(seconds: number): string {
  const rounded = Math.ceil(seconds);
  const [hours, minutes] = [Math.floor(rounded / 3600), Math.floor(rounded / 60) % 60];
  const tail = String(rounded % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}
