import type { Translation } from "../catalogue.ts";
import type { preview as russian } from "../ru/preview.ts";

export const preview: Translation<typeof russian> = {
  close: "Close preview",
  previous: "Previous file",
  next: "Next file",
  position: "{{number}} of {{count}}",
  forward: "Forward file",
  download: "Download file",
  loading: "Loading the file",
  failed: "The file could not be shown. You can download it",
  nothing: "Files of this type are not shown here, but you can download it.",
  tooLarge: "This file is too large to be shown here, but you can download it.",
  textAlone: "This is the text of the document, without its layout and pictures. Download the file to see all of it.",
  locked: "This document has a password: download it to open it.",
  valuesAlone: "These are the values of the table, without its layout and charts. Download the file to see all of it.",
  cut: "Only the beginning is shown. Download the file to see all of it.",
  tooHeavy: "This letter is too complex to be shown here. Download the file.",
  empty: "The file is empty: there is no text in it.",
  picture: "Picture",
  larger: "Zoom in",
  smaller: "Zoom out",
  turn: "Turn",
  page: "Page {{number}} of {{count}}",
  pageFailed: "This page could not be drawn. Download the file to see it.",
  noSubject: "No subject",
  files: "Attachments: {{names}}",
};
