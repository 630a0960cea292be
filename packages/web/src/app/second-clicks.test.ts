// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from "vitest";
import { ignoreSecondClicks } from "./second-clicks.ts";

let heard: string[] = [];
let end: () => void;

beforeEach(() => {
  heard = [];
  end = ignoreSecondClicks();
  document.body.innerHTML = "<button>x</button>";
  for (const type of ["mousedown", "click"]) {
    document.querySelector("button")?.addEventListener(type, () => heard.push(`${window.location.pathname} ${type}`));
  }
});
afterEach(() => end());

function press(detail: number): void {
  for (const type of ["mousedown", "click"]) {
    document.querySelector("button")?.dispatchEvent(new MouseEvent(type, { detail, bubbles: true, cancelable: true }));
  }
}
const goTo = (path: string): void => window.history.replaceState(null, "", path);

test("the second half of a double click on an Email does nothing in the list that replaces it", () => {
  goTo("/email/e1");
  press(1);
  goTo("/inbox");
  press(2);
  expect(heard).toEqual(["/email/e1 mousedown", "/email/e1 click"]);
  press(1);
  expect(heard).toHaveLength(4);
});

test("nor of one on a row, on the Email that it opens", () => {
  goTo("/inbox");
  press(1);
  goTo("/email/e1");
  press(2);
  expect(heard).toHaveLength(2);
});

test("from one Email to the next every click counts; a key's click is no second one", () => {
  goTo("/email/e1");
  press(1);
  goTo("/email/e2");
  press(2);
  goTo("/inbox");
  press(0);
  expect(heard).toHaveLength(6);
});
