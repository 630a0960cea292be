/** Files that attack through their previews: all of our own making. */
import { containerFiles } from "./container-files.ts";
import type { HostileFile } from "./hostile-file.ts";
import { letterFiles } from "./letter-files.ts";
import { pdfFiles } from "./pdf-files.ts";
import { pictureFiles } from "./picture-files.ts";
import { textFiles } from "./text-files.ts";

export type { HostileFile };

export const hostileFiles: readonly HostileFile[] = [
  ...pdfFiles,
  ...pictureFiles,
  ...textFiles,
  ...letterFiles,
  ...containerFiles,
];
