/** Pictures of a message that another program has made, before it is sent from here. Pure. */
import { cleanPicture } from "@pismo/jmap/pictures";
import { decodePart, leaves } from "./body.ts";
import { isPictureType } from "./picture-type.ts";
import { scan } from "./scan.ts";

/** What cannot be cleaned may go as a file that nobody opens by itself: so Email/set sends on what came in a letter. */
function isFit(picture: ReturnType<typeof cleanPicture>, content: Uint8Array, type: string): boolean {
  if (typeof picture === "object") return picture.bytes === content;
  return picture ? !type.startsWith("image/") : !isPictureType(type);
}

/**
 * Names of the pictures that do not go out as they are: no picture in truth, or too large to be opened, or with more than the
 * picture in their file (docs/decisions: pictures-that-are-sent). What lies in attached letters is not looked at.
 */
export function unfitPictures(message: Uint8Array): string[] {
  return leaves(scan(message)).flatMap((part) => {
    const content = decodePart(message, part);
    const picture = cleanPicture(content);
    return isFit(picture, content, part.type) ? [] : [part.name ?? part.type];
  });
}
