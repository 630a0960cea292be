/** The pictures of a signature that is being written. */
import type { Node } from "prosemirror-model";
import { NodeSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatSize } from "../../../i18n/numbers.ts";
import { visibleText } from "../../../ui/visible-text.ts";
import { noPictures, type PictureSource } from "../editor/pictures/picture-view.ts";
import { schema } from "../editor/schema.ts";
import type { SignaturePicture } from "../sender/signature-pictures.ts";
import { MAX_SIGNATURE_PICTURES, signaturePicture } from "./signature-picture.ts";

export interface SignaturePictures {
  /** For the editor. */
  source: PictureSource;
  setView(view: EditorView | null): void;
  /** They come where the cursor is. */
  add(files: readonly File[]): Promise<void>;
  /** All that stand in the signature, and those that did. */
  all(): readonly SignaturePicture[];
}

function idsIn(doc: Node): Set<string> {
  const ids = new Set<string>();
  doc.descendants((node) => void (node.type === schema.nodes["image"] && ids.add(node.attrs["cid"] as string)));
  return ids;
}

/** Selected, so that it is asked what stands for it where it is not seen. */
function insert({ state, dispatch }: EditorView, cid: string): void {
  const transaction = state.tr.replaceSelectionWith(schema.node("image", { cid }), false);
  const at = transaction.selection.from - 1;
  if (transaction.doc.nodeAt(at)?.attrs["cid"] === cid)
    transaction.setSelection(NodeSelection.create(transaction.doc, at));
  dispatch(transaction.scrollIntoView());
}

export function useSignaturePictures(
  begun: readonly SignaturePicture[],
  doc: Node,
  onProblem: (problem: string | undefined) => void,
): SignaturePictures {
  const { t } = useTranslation();
  const known = useRef(new Map(begun.map((picture) => [picture.cid, picture])));
  const view = useRef<EditorView>(null);
  const [source] = useState((): PictureSource => ({ ...noPictures, urlOf: (cid) => known.current.get(cid)?.url }));
  return {
    source,
    setView(next) {
      view.current = next;
    },
    async add(files) {
      onProblem(undefined);
      let room = MAX_SIGNATURE_PICTURES;
      for (const cid of idsIn(doc)) room -= known.current.get(cid)?.data.size ?? 0;
      for (const file of files) {
        const picture = await signaturePicture(file, room);
        if (!view.current || view.current.isDestroyed) return;
        if (typeof picture === "string") {
          const limit = formatSize(MAX_SIGNATURE_PICTURES);
          onProblem(t(`identities.problem.${picture}`, { name: visibleText(file.name), limit }));
          continue;
        }
        room -= picture.data.size;
        known.current.set(picture.cid, picture);
        insert(view.current, picture.cid);
        view.current.focus();
      }
    },
    all: () => [...known.current.values()],
  };
}
