/**
 * The control that was pressed may go: its letter is split off, its search removed, its dialog's opener is away. A browser
 * gives the focus to the body then, from which Tab begins at the top and a screen reader reads the page once more. So it
 * goes on to what stands beside it, or to what the page is about (docs/decisions/0094-the-focus-goes-on.md).
 */
import { openDialog } from "../../ui/keyboard/keys-taken.ts";

/** In ms: components that move the focus themselves, as a list or a closing dialog, have done so by then. */
const settling = 80;
/** In ms: what the page is about may be on the way. */
const longestWait = 2000;

const focusable = "a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select, [tabindex]";

/** An element on the way from the focus to the page, and what stood around it. */
interface Step {
  element: Element;
  next: Element | null;
  previous: Element | null;
}

function stepsFrom(target: Element): Step[] {
  const steps: Step[] = [];
  for (let element: Element | null = target; element && element !== document.body; element = element.parentElement)
    steps.push({ element, next: element.nextElementSibling, previous: element.previousElementSibling });
  return steps;
}

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

const canHaveFocus = (element: Element): boolean =>
  element.checkVisibility({ visibilityProperty: true }) && !element.matches(":disabled, [inert] *");

/** What can have the focus: the place itself, or in it. */
function focusableIn(place: Element | null | undefined): HTMLElement[] {
  if (!place?.isConnected) return [];
  return [place, ...place.querySelectorAll(focusable)].filter(
    (each): each is HTMLElement => each instanceof HTMLElement && each.matches(focusable) && canHaveFocus(each),
  );
}

/** What stood beside what is gone, as near to it as there is something. */
function beside(steps: readonly Step[]): HTMLElement | undefined {
  const gone = steps.findLastIndex(({ element }) => !element.isConnected || !element.checkVisibility());
  // Beside the outermost stand other popups: they have nothing to do with it.
  for (const { element, next, previous } of steps.slice(Math.max(0, gone), -1)) {
    // Beside whole parts of the page stands nothing that has to do with it.
    if (element.matches("main, header, nav") || element.querySelector("main, article")) return undefined;
    const found = focusableIn(next)[0] ?? focusableIn(previous).at(-1) ?? focusableIn(element.parentElement)[0];
    if (found) return found.matches("main, article") ? undefined : found;
  }
  return undefined;
}

/** The row that keys act on, or the letter. */
const mainSubject = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('main [data-letter][tabindex="0"], main article');

/** Keeps the focus from the body, unless a pointer put it there. */
export function keepFocus(): () => void {
  let last: Step[] = [];
  /** The last one that was on the page: what opened the popup that has the focus. */
  let onPage: Step[] = [];
  let lostAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isByKey = false;
  /** The control was disabled while its action ran. */
  let wasBusy = false;

  const target = (): HTMLElement | null | undefined => {
    const own = last[0]?.element;
    const opener = onPage[0]?.element;
    if (own && wasBusy && canHaveFocus(own)) return own as HTMLElement;
    const neighbour = own === opener ? undefined : beside(last);
    if (neighbour) return neighbour;
    if (opener && own !== opener && canHaveFocus(opener)) return opener as HTMLElement;
    return (own && canHaveFocus(own) ? undefined : beside(onPage)) ?? mainSubject();
  };
  /** It takes the focus back: drawn once more as another element, or once its action is done. */
  const isReturning = (): boolean => {
    const own = last[0]?.element;
    const isBusy = own?.isConnected === true && own.matches(":disabled");
    wasBusy ||= isBusy;
    return isBusy || last.some(({ element }) => element.matches("[data-takes-focus-back]"));
  };
  /** Its form takes nothing while it asks servers, however long that lasts. */
  const isWaiting = (): boolean => {
    const waits = last[0]?.element.matches("form[aria-busy=true] :is(:disabled, [inert] *)") ?? false;
    wasBusy ||= waits;
    return waits;
  };
  const moveFocus = (): void => {
    timer = undefined;
    if (!isLost() || !document.hasFocus()) return;
    const waits = isWaiting();
    const isOver = !waits && performance.now() - lostAt >= longestWait;
    const found = waits || (isReturning() && !isOver) ? undefined : target();
    const dialog = document.querySelector(openDialog);
    if (found && (!dialog || dialog.contains(found))) found.focus({ preventScroll: true });
    else if (!isOver) timer = setTimeout(moveFocus, settling);
    else if (!dialog) document.querySelector("main")?.focus({ preventScroll: true });
  };
  const noteLoss = (): void => {
    if (timer !== undefined) return;
    lostAt = performance.now();
    timer = setTimeout(moveFocus, settling);
  };
  const isGone = (): boolean => last[0] !== undefined && !last[0].element.isConnected;

  const end = new AbortController();
  const options = { signal: end.signal, capture: true };
  const focused = (event: Event): void => {
    if (!(event.target instanceof Element)) return;
    clearTimeout(timer);
    timer = undefined;
    wasBusy = false;
    last = stepsFrom(event.target);
    if (last.some(({ element }) => element.id === "content" || element.matches("header, nav, main"))) onPage = last;
  };
  document.addEventListener("focusin", focused, options);
  // What a script takes the focus from, as the search box at Escape.
  document.addEventListener(
    "focusout",
    ({ relatedTarget }) => relatedTarget === null && isByKey && noteLoss(),
    options,
  );
  document.addEventListener("keydown", () => void (isByKey = true), options);
  document.addEventListener("pointerdown", () => void (isByKey = false), options);
  // Not every browser tells of the focus of an element that is removed.
  const watcher = new MutationObserver(() => isLost() && isGone() && noteLoss());
  watcher.observe(document.body, { childList: true, subtree: true });
  if (document.activeElement && !isLost()) last = onPage = stepsFrom(document.activeElement);
  return () => {
    end.abort();
    watcher.disconnect();
    clearTimeout(timer);
  };
}
