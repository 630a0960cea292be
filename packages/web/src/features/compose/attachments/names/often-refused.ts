/**
 * Files that large providers do not take in, because they are programs: those that Gmail and Outlook both name. Pure.
 */
const refused = new Set(
  `ade adp apk appx appxbundle bat cab chm cmd com cpl dll dmg ex ex_ exe hta img ins iso isp jar js jse lib lnk mde msc
msi msix msixbundle msp mst nsh pif ps1 reg scr sct shb sys vb vbe vbs vhd vhdx vxd wsc wsf wsh xll`.split(/\s+/),
);

export const isOftenRefused = (name: string): boolean => refused.has(name.split(".").pop()!.trim().toLowerCase());
