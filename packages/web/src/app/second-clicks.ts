/** Ignores the second half of a double click on an element that has just appeared under the pointer. */

const isLetter = (): boolean => window.location.pathname.startsWith("/email/");

/**
 * Lets no second click through to a list that takes a letter's place, or the other way round: it would open, or throw
 * away, what nobody meant. From one letter to the next one clicks as fast as one likes.
 * @returns what ends it
 */
export function dropSecondClicks(): () => void {
  let beganOnLetter = isLetter();
  const hear = (event: MouseEvent): void => {
    if (event.detail === 1) beganOnLetter = isLetter();
    else if (event.detail > 1 && beganOnLetter !== isLetter()) {
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
