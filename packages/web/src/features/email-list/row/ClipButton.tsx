import type { Id } from "@pismo/jmap";
import { Suspense } from "react";
import { lazyPart } from "../../../ui/lazy/fetch-code.ts";
import { Popover } from "../../../ui/Popover.tsx";
import { ClipFace } from "./ClipFace.tsx";
import type { RowTexts } from "./use-row-texts.ts";

const ClipFiles = lazyPart(() => import("./ClipFiles.tsx"), "ClipFiles");

/** The clip of a row: shows what is attached on hover, focus or click. */
export function ClipButton({ id, texts, tabIndex }: { id: Id; texts: RowTexts; tabIndex: number }) {
  return (
    <Popover
      label={texts.files}
      isPreview
      align="end"
      trigger={<ClipFace label={texts.showFiles} tabIndex={tabIndex} />}
    >
      <Suspense fallback={null}>
        <ClipFiles id={id} />
      </Suspense>
    </Popover>
  );
}
