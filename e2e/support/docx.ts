/** A document of Word as small as one can be, for tests. */
import { strToU8, zipSync } from "fflate";

export const docx = (text: string): Buffer =>
  Buffer.from(zipSync({ "word/document.xml": strToU8(`<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`) }));
