import type { Translation } from "../catalogue.ts";
import type { pictures as russian } from "../ru/pictures.ts";

export const pictures: Translation<typeof russian> = {
  noPicture: "{{name}}: there is no image inside, although it is called one. Not attached.",
  damaged: "{{name}}: the file is damaged, a part of the image is missing. Not attached.",
  tooManyPixels: "{{name}}: it has so many pixels that hardly any program can open it. Not attached.",
  notCleanable:
    "{{name}}: files of this kind may say where the photo was taken, and that cannot be removed here. Save it as JPEG.",
};
