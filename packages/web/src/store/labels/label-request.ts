/** The Emails whose labels are being chosen. */
import type { Selection } from "../lists/selection.ts";
import { createSignal, useSignal } from "../signal.ts";

export interface LabelRequest {
  selection: Selection;
  folder: string | undefined;
}

const request = createSignal<LabelRequest | undefined>(undefined);

export const askForLabels = (next: LabelRequest): void => request.set(next);
export const endLabelRequest = (): void => request.set(undefined);
export const useLabelRequest = (): LabelRequest | undefined => useSignal(request);
