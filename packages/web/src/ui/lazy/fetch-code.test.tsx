// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, expect, test } from "vitest";
import { lazyPart } from "./fetch-code.ts";

afterEach(cleanup);

const part = () => lazyPart(async () => ({ Words: () => <p>the words</p> }), "Words");

test("a piece of code that was fetched before is rendered at once", async () => {
  const Words = part();
  await Words.preload();
  const drawn: string[] = [];
  const Fallback = () => {
    drawn.push("fallback");
    return null;
  };
  render(<Words />, { wrapper: ({ children }) => <Suspense fallback={<Fallback />}>{children}</Suspense> });
  expect(screen.getByText("the words")).toBeTruthy();
  expect(drawn).toEqual([]);
});

test("a piece of code that is rendered first is fetched, behind the fallback", async () => {
  const Words = part();
  const shown = render(
    <Suspense fallback={<p>loading</p>}>
      <Words />
    </Suspense>,
  );
  expect(shown.getByText("loading")).toBeTruthy();
  await act(async () => Words.preload());
  expect(await screen.findByText("the words")).toBeTruthy();
});
