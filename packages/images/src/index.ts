/** Cleans images before they are sent: the compose form and the server share this rule. */
export { cleanImage } from "./clean.ts";
export { type CleanImage, MAX_PIXELS, type ImageFault } from "./image.ts";
