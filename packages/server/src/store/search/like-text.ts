/** For `like … escape '\\'`: what stands in the text and not what it would mean there. */
export const likeText = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);
