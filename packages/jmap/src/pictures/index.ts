/** Pictures in letters that are sent: a rule that the form and the server share, and that only they need. */
export { beginsLikePicture, cleanPicture } from "./clean.ts";
export { type CleanPicture, MAX_PIXELS, type PictureFault } from "./picture.ts";
