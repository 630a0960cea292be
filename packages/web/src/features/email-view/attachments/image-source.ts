import { isDarkDrawing } from "./dark-drawing.ts";
import { toDataUrl } from "./data-url.ts";
import { isTinyPicture } from "./tiny-image.ts";

/** A picture as it goes into a letter's markup. */
export interface LetterImage {
  /** `data:` */
  url: string;
  isDarkDrawing: boolean;
  /** Of a pixel or two. */
  isTiny: boolean;
}

export async function letterImage(blob: Blob): Promise<LetterImage> {
  const [url, isDark, isTiny] = await Promise.all([toDataUrl(blob), isDarkDrawing(blob), isTinyPicture(blob)]);
  return { url, isDarkDrawing: isDark, isTiny };
}
