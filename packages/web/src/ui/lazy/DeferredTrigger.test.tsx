// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { act } from "react";
import { afterEach, expect, test } from "vitest";
import { Menu, MenuItem } from "../Menu.tsx";
import { loadPopups } from "./popups.ts";

afterEach(cleanup);

test("a click that begins before the popup's code is there and ends after it opens the popup", async () => {
  const user = userEvent.setup();
  render(
    <Menu trigger={<button type="button">More</button>}>
      <MenuItem>Archive</MenuItem>
    </Menu>,
  );
  const button = screen.getByRole("button", { name: "More" });
  await user.pointer({ keys: "[MouseLeft>]", target: button });
  await act(loadPopups);
  await user.pointer({ keys: "[/MouseLeft]", target: screen.getByRole("button", { name: "More" }) });
  expect(await screen.findByRole("menuitem", { name: "Archive" }, { timeout: 10_000 })).toBeTruthy();
});
