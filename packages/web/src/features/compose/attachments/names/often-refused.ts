/**
 * Files that large providers do not take in, because they are programs: those that Gmail and Outlook both name. Pure.
 */
const refused = new Set(
  `ade adp apk appx appxbundle bat cab chm cmd com cpl dll dmg ex ex_ exe hta img ins iso isp jar jnlp js jse lib lnk mde msc
msi msix msixbundle msp mst nsh pif ps1 reg scr sct shb sys vb vbe vbs vhd vhdx vxd wsc wsf wsh xll`.split(/\s+/),
);

/** Around one file, whose name stands before: receivers look into them. */
const packed = /\.(?:7z|bz2|gz|rar|xz|z|zip|zst|\d{3})$/;

const withoutEnd = (name: string): string => name.replace(/[\s.]+$/, "");

/** @param name of a file, or of a packed one: "setup.exe.zip" */
export function isOftenRefused(name: string): boolean {
  let bare = withoutEnd(name.toLowerCase());
  while (packed.test(bare)) bare = withoutEnd(bare.replace(packed, ""));
  return refused.has(/\.([^.]*)$/.exec(bare)?.[1] ?? "");
}
