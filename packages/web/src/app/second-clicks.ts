/** Ignores the second half of a double click on an element that has just appeared under the pointer. */

const isEmail = (): boolean => window.location.pathname.startsWith("/email/");

/**
 * Lets no second click through to a list that replaces an Email, or the other way round: it would open or delete what the
 * person has not seen. From one Email to the next every click counts.
 * @returns a function that stops it
 */
export function ignoreSecondClicks(): () => void {
  let beganOnEmail = isEmail();
  const hear = (event: MouseEvent): void => {
    if (event.detail === 1) beganOnEmail = isEmail();
    else if (event.detail > 1 && beganOnEmail !== isEmail()) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  // Menus open when the button goes down.
  document.addEventListener("mousedown", hear, { capture: true });
  document.addEventListener("click", hear, { capture: true });
  return () => {
    document.removeEventListener("mousedown", hear, { capture: true });
    document.removeEventListener("click", hear, { capture: true });
  };
}
