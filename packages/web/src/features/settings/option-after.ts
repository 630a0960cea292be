const topOf = (option: HTMLElement): number => option.getBoundingClientRect().top;
const leftOf = (option: HTMLElement): number => option.getBoundingClientRect().left;

/** The option that a key leads to from the one with the focus, as they lie on the screen; undefined where it leads nowhere. */
export function optionAfter(options: readonly HTMLElement[], key: string): HTMLElement | undefined {
  const at = options.findIndex((option) => option === document.activeElement);
  const here = options[at];
  if (!here) return undefined;
  switch (key) {
    case "ArrowRight":
      return options[at + 1];
    case "ArrowLeft":
      return options[at - 1];
    case "Home":
      return options[0];
    case "End":
      return options.at(-1);
    case "ArrowDown": {
      const below = options.filter((option) => topOf(option) > topOf(here));
      return nearest(below, Math.min(...below.map(topOf)), leftOf(here));
    }
    case "ArrowUp": {
      const above = options.filter((option) => topOf(option) < topOf(here));
      return nearest(above, Math.max(...above.map(topOf)), leftOf(here));
    }
    default:
      return undefined;
  }
}

/** Of the row at `top` the option that lies nearest to `left`. */
function nearest(options: readonly HTMLElement[], top: number, left: number): HTMLElement | undefined {
  const aside = (option: HTMLElement): number => Math.abs(leftOf(option) - left);
  return options.filter((option) => topOf(option) === top).sort((a, b) => aside(a) - aside(b))[0];
}
