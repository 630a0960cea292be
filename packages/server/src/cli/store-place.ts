/** Where the store lies, and its key: what a further thread of the same store needs. */
import type { StorePlace } from "../bridge-thread/messages.ts";
import type { Config } from "../config.ts";

export const storePlace = (config: Config): StorePlace => {
  const { dataDir, databaseUrl, listenUrl, secretKey, blobs, s3AccessKeyId, s3SecretAccessKey } = config;
  return { dataDir, databaseUrl, listenUrl, secretKey, blobs, s3AccessKeyId, s3SecretAccessKey };
};
