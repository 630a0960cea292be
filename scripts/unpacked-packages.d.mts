export const unpackedFolder: string;
export declare const caddyFolder: string;
export declare function caddyPath(): string | undefined;
export declare const cephFolder: string;
