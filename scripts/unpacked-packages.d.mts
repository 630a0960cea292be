export const unpackedFolder: string;
