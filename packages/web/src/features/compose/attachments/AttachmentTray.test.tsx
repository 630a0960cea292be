// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { AttachmentTray } from "./AttachmentTray.tsx";

afterEach(cleanup);

const nothing = (): void => undefined;

test("a file's name that would turn the line round is shown as it is, before it is forwarded", () => {
  const file = { key: "1", name: "\u202egnp.exe", type: "x/y", size: 1, progress: 1, blobId: "B1" };
  const told = { onRemove: nothing, onRetry: nothing, onRename: nothing, onShift: nothing, onClear: nothing };
  render(<AttachmentTray attachments={[file]} {...told} canPreview={false} />);
  expect(screen.getByText("‹U+202E›gnp.exe").closest("li")!.outerHTML).not.toContain("\u202e");
});
