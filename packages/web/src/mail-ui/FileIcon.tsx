import { type AnyIcon, Icon } from "../ui/icons/Icon.tsx";
import { lateIcons } from "../ui/icons/late-icons.ts";
import { type FileFace, fileFace } from "./file-face.ts";

const iconsOf: Record<FileFace, AnyIcon> = {
  image: lateIcons.image,
  pdf: lateIcons["file-pdf"],
  document: lateIcons["file-document"],
  sheet: lateIcons["file-sheet"],
  slides: lateIcons["file-slides"],
  text: lateIcons["file-text"],
  code: lateIcons["file-code"],
  audio: lateIcons["file-audio"],
  video: lateIcons["file-video"],
  archive: lateIcons["file-archive"],
  calendar: "calendar",
  contact: lateIcons.user,
  letter: "envelope",
  program: lateIcons.program,
  other: lateIcons.file,
};

export interface FileIconProps {
  type: string;
  name: string | null;
  /** Edge in px. */
  size?: number;
  className?: string | undefined;
}

/** What a file is, at a glance. Decoration: its name stands beside it. */
export const FileIcon = ({ type, name, ...props }: FileIconProps) => (
  <Icon icon={iconsOf[fileFace(type, name)]} {...props} />
);
