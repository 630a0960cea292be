import { lazy } from "react";
import { useAskedLink } from "../store/index.ts";
import { loadLinkQuestion } from "./on-demand.ts";
import { OnceOpened } from "./OnceOpened.tsx";

const LinkQuestion = lazy(async () => ({ default: (await loadLinkQuestion()).LinkQuestion }));

/** The question about a link that leads elsewhere than it seems to. */
export function LinkQuestionSlot() {
  return (
    <OnceOpened isOpen={useAskedLink() !== undefined}>
      <LinkQuestion />
    </OnceOpened>
  );
}
