declare module "http_ece" {
  import type { ECDH } from "node:crypto";
  export function encrypt(
    content: Buffer,
    options: { version: "aes128gcm"; dh: string; authSecret: string; privateKey: ECDH },
  ): Buffer;
}
