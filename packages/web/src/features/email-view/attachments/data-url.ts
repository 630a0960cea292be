/** A frame with an origin of its own cannot load our blob: addresses, so the image goes into the markup. */
export const toDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result as string), { once: true });
    reader.addEventListener("error", () => reject(reader.error ?? new Error("unreadable")), { once: true });
    reader.readAsDataURL(blob);
  });
