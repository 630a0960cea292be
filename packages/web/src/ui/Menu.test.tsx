// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { Menu, MenuItem } from "./Menu.tsx";

afterEach(cleanup);

test("before its code is there the button keeps the focus and the key that opens it", async () => {
  const user = userEvent.setup();
  const chosen = vi.fn<() => void>();
  render(
    <Menu trigger={<button type="button">More</button>}>
      <MenuItem onClick={chosen}>Archive</MenuItem>
    </Menu>,
  );
  const button = screen.getByRole("button", { name: "More" });
  expect(button.getAttribute("aria-haspopup")).toBe("menu");
  await user.tab();
  await user.keyboard("{Enter}");
  await user.click(await screen.findByRole("menuitem", { name: "Archive" }, { timeout: 10_000 }));
  expect(chosen).toHaveBeenCalledOnce();
  await eventually(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "More" })));
});
