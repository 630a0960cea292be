/** The data URLs that show attached images. */

/** Above this a preview would cost more memory than it is worth: the octets stand in the data URL once more. */
const MAX_PREVIEW_BYTES = 20_000_000;

const isImage = (type: string): boolean => /^image\/(png|jpeg|gif|webp)$/.test(type);

/** By type or name: what says neither is not fetched to be looked into. */
export const mayBeImage = ({ name, type }: { name: string; type: string }): boolean =>
  type.startsWith("image/") || /\.(?:png|jpe?g|jfif|gif|webp)$/i.test(name);

/** @returns undefined for what is no image, or too large a one */
export async function previewOf(data: Blob, type: string): Promise<string | undefined> {
  return isImage(type) && data.size <= MAX_PREVIEW_BYTES ? readDataUrl(data, type) : undefined;
}

function readDataUrl(file: Blob, type: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.addEventListener("error", () => reject(reader.error ?? new Error("The file could not be read")));
    reader.readAsDataURL(new Blob([file], { type }));
  });
}
