// @vitest-environment jsdom
import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/rules.ts";
import { changeLanguage } from "../../i18n/index.ts";
import type { Rule } from "../../store/rules/rule-script.ts";
import { RuleForm } from "./RuleForm.tsx";

addTexts(texts);
beforeEach(() => changeLanguage("en"));
afterEach(() => {
  cleanup();
  localStorage.clear();
});

async function open(): Promise<{ saved: Rule[]; dialog: HTMLElement }> {
  const saved: Rule[] = [];
  const form = <RuleForm rule={undefined} onSave={async (rule) => void saved.push(rule)} onDone={() => {}} />;
  render(<RouterProvider router={createMemoryRouter([{ path: "/", element: form }])} />);
  return { saved, dialog: await screen.findByRole("dialog") };
}

test("a rule lacks what to look for, then what to do, and is saved trimmed", async () => {
  const user = userEvent.setup();
  const { saved, dialog } = await open();
  const save = within(dialog).getByRole("button", { name: "Save" });
  await user.click(save);
  expect(within(dialog).getByRole("alert").textContent).toBe("Write what to look for");
  await user.type(within(dialog).getByRole("textbox", { name: "Text of condition 1" }), " Shop ");
  expect(within(dialog).queryByRole("alert")).toBeNull();
  await user.click(save);
  expect(within(dialog).getByRole("alert").textContent).toBe("Choose what happens to the letter");
  await user.click(within(dialog).getByRole("checkbox", { name: "Mark it as read" }));
  await user.click(save);
  expect(saved).toMatchObject([{ conditions: [{ kind: "from", text: "Shop" }], isRead: true, folder: null }]);
});

test("a condition keeps its text when its field changes, and the trash is a place", async () => {
  const user = userEvent.setup();
  const { saved, dialog } = await open();
  await user.type(within(dialog).getByRole("textbox", { name: "Text of condition 1" }), "news");
  await user.selectOptions(within(dialog).getByRole("combobox", { name: "Condition 1" }), "the subject contains");
  await user.click(within(dialog).getByRole("button", { name: "Another condition" }));
  await user.selectOptions(within(dialog).getByRole("combobox", { name: "Condition 2" }), "it is larger than, MB");
  const size = within(dialog).getByRole("spinbutton", { name: "Megabytes of condition 2" });
  await user.clear(size);
  await user.selectOptions(within(dialog).getByRole("combobox", { name: "Put it into the folder" }), "to the trash");
  await user.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(within(dialog).getByRole("alert").textContent).toBe("Write a number from 1 to 1000");
  await user.type(size, "20");
  await user.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(saved).toMatchObject([
    {
      conditions: [
        { kind: "subject", text: "news" },
        { kind: "larger", size: 20 },
      ],
      toTrash: true,
    },
  ]);
});
