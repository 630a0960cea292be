import { isDarkDrawing } from "./dark-drawing.ts";
import { isTinyImage } from "./tiny-image.ts";

/** An image as it goes into a message's markup. */
export interface MessageImage {
  /** `data:` */
  url: string;
  isDarkDrawing: boolean;
  /** Of a pixel or two. */
  isTiny: boolean;
}

/** A frame with an origin of its own cannot load our blob: addresses, so the image goes into the markup. */
const toDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result as string), { once: true });
    reader.addEventListener("error", () => reject(reader.error ?? new Error("unreadable")), { once: true });
    reader.readAsDataURL(blob);
  });

export async function messageImage(blob: Blob): Promise<MessageImage> {
  const [url, isDark, isTiny] = await Promise.all([toDataUrl(blob), isDarkDrawing(blob), isTinyImage(blob)]);
  return { url, isDarkDrawing: isDark, isTiny };
}
