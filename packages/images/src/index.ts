/** Images in letters that are sent: a rule that the form and the server share, and that only they need. */
export { cleanImage } from "./clean.ts";
export { type CleanImage, MAX_PIXELS, type ImageFault } from "./image.ts";
