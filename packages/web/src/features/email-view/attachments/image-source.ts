import { isDarkDrawing } from "./dark-drawing.ts";
import { toDataUrl } from "./data-url.ts";
import { isTinyImage } from "./tiny-image.ts";

/** An image as it goes into a message's markup. */
export interface MessageImage {
  /** `data:` */
  url: string;
  isDarkDrawing: boolean;
  /** Of a pixel or two. */
  isTiny: boolean;
}

export async function messageImage(blob: Blob): Promise<MessageImage> {
  const [url, isDark, isTiny] = await Promise.all([toDataUrl(blob), isDarkDrawing(blob), isTinyImage(blob)]);
  return { url, isDarkDrawing: isDark, isTiny };
}
