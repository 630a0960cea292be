/** A picture that stands in the text, as the page shows it: its bytes are an attachment's, which comes and goes. */
import type { Node } from "prosemirror-model";
import type { NodeView } from "prosemirror-view";

export interface PictureSource {
  /** Undefined while it is not there. */
  urlOf(cid: string): string | undefined;
  subscribe(listener: () => void): () => void;
}

export const noPictures: PictureSource = { urlOf: () => undefined, subscribe: () => () => undefined };

export function pictureView(node: Node, source: PictureSource): NodeView {
  const image = document.createElement("img");
  let shown = node;
  const show = (): void => {
    image.alt = shown.attrs["alt"] as string;
    const url = source.urlOf(shown.attrs["cid"] as string);
    if (url !== undefined && image.src !== url) image.src = url;
  };
  show();
  const forget = source.subscribe(show);
  return {
    dom: image,
    update(next) {
      if (next.type !== node.type || next.attrs["cid"] !== node.attrs["cid"]) return false;
      shown = next;
      show();
      return true;
    },
    destroy: forget,
  };
}
