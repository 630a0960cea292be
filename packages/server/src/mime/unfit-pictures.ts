/** Pictures of a message that another program has made, before it is sent from here. Pure. */
import { cleanPicture } from "@pismo/jmap/pictures";
import { decodePart, leaves } from "./body.ts";
import { isPictureType } from "./picture-type.ts";
import { scan } from "./scan.ts";

/**
 * Names of the pictures that do not go out as they are: no picture in truth, or too large to be opened, or with more than the
 * picture in their file (docs/decisions: pictures-that-are-sent). What lies in attached letters is not looked at.
 */
export function unfitPictures(message: Uint8Array): string[] {
  return leaves(scan(message)).flatMap((part) => {
    const content = decodePart(message, part);
    const picture = cleanPicture(content);
    const isFit = typeof picture === "object" ? picture.bytes === content : !picture && !isPictureType(part.type);
    return isFit ? [] : [part.name ?? part.type];
  });
}
