/** Blobs as objects of an S3-compatible store, by Amazon's client. */
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import type { ObjectStore, OctetRange, StoredObject } from "../blobs/object-store.ts";
import { isMissing, isOutside, s3Error } from "./s3-error.ts";

export interface S3Location {
  bucket: string;
  /** Before the names of all objects; empty, or ends with "/". */
  prefix: string;
  region: string;
  /** An origin; undefined: Amazon's. */
  endpoint: string | undefined;
}

export interface S3Settings {
  /** undefined: blobs lie in the database. */
  blobs?: S3Location | undefined;
  /** Left out: as Amazon's client finds them, such as from the role of the machine. */
  s3AccessKeyId?: string | undefined;
  s3SecretAccessKey?: string | undefined;
}

/** Of one request, with pauses that grow between them. */
const MAX_ATTEMPTS = 4;
const CONNECT_TIMEOUT_MS = 5000;
/** Without an octet. */
const IDLE_TIMEOUT_MS = 30_000;

/** @throws StoreError unreachable, unreadable: the bucket cannot be used */
export async function openS3(location: S3Location, keys: Omit<S3Settings, "blobs">): Promise<S3Objects> {
  const objects = new S3Objects(location, keys);
  try {
    await objects.check();
    return objects;
  } catch (error) {
    objects.close();
    throw error;
  }
}

export class S3Objects implements ObjectStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;

  constructor(
    { bucket, prefix, region, endpoint }: S3Location,
    { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey }: Omit<S3Settings, "blobs">,
  ) {
    this.#bucket = bucket;
    this.#prefix = prefix;
    this.#client = new S3Client({
      region,
      maxAttempts: MAX_ATTEMPTS,
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: IDLE_TIMEOUT_MS },
      // Other engines than Amazon's do not know its newer checksums; TLS and the names of blobs are ours.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
      ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
    });
  }

  async check(): Promise<void> {
    await this.#asking(() => this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket })));
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    await this.#asking(() => this.#client.send(new PutObjectCommand({ ...this.#at(name), Body: bytes })));
  }

  async putFile(name: string, path: string, size: number): Promise<void> {
    // A stream cannot be sent a second time, so that each attempt opens the file.
    await this.#retrying(() =>
      this.#client.send(new PutObjectCommand({ ...this.#at(name), Body: createReadStream(path), ContentLength: size })),
    );
  }

  async get(name: string, range?: OctetRange): Promise<Uint8Array | undefined> {
    if (range && range.start >= range.end) return (await this.find(name)) && new Uint8Array();
    // A connection that is lost within the content is no failed request to the client.
    return this.#retrying(async () => {
      const response = await this.#read(name, range);
      return response === undefined || response instanceof Uint8Array ? response : response.transformToByteArray();
    });
  }

  async stream(name: string, range?: OctetRange): Promise<Readable | undefined> {
    if (range && range.start >= range.end) return (await this.find(name)) && Readable.from([]);
    const response = await this.#asking(() => this.#read(name, range));
    if (response === undefined) return undefined;
    return response instanceof Readable ? response : Readable.from([]);
  }

  async find(name: string): Promise<StoredObject | undefined> {
    return this.#asking(async () => {
      try {
        const { ContentLength: size = 0, LastModified: putAt = new Date(0) } = await this.#client.send(
          new HeadObjectCommand(this.#at(name)),
        );
        return { name, size, putAt };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    });
  }

  async *list(prefix: string): AsyncIterable<StoredObject> {
    const pages = paginateListObjectsV2(
      { client: this.#client },
      { Bucket: this.#bucket, Prefix: this.#prefix + prefix },
    );
    try {
      for await (const { Contents: contents = [] } of pages) {
        for (const { Key: key = "", Size: size = 0, LastModified: putAt = new Date(0) } of contents) {
          yield { name: key.slice(this.#prefix.length), size, putAt };
        }
      }
    } catch (error) {
      throw s3Error(error);
    }
  }

  async remove(name: string): Promise<void> {
    await this.#asking(() => this.#client.send(new DeleteObjectCommand(this.#at(name))));
  }

  close(): void {
    this.#client.destroy();
  }

  #at(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: this.#prefix + name };
  }

  /** undefined: there is no such object. No octets: the range is outside of it. */
  async #read(name: string, range?: OctetRange) {
    try {
      // HTTP's ranges include their end (RFC 9110 §14.1.2).
      const Range = range && `bytes=${range.start}-${range.end - 1}`;
      const { Body: body } = await this.#client.send(new GetObjectCommand({ ...this.#at(name), Range }));
      return body ?? new Uint8Array();
    } catch (error) {
      if (isMissing(error)) return undefined;
      if (isOutside(error)) return new Uint8Array();
      throw error;
    }
  }

  async #asking<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw s3Error(error);
    }
  }

  /** For what the client itself does not repeat. */
  async #retrying<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        const failure = s3Error(error);
        const isPassing = failure instanceof Error && "code" in failure && failure.code === "unreachable";
        if (!isPassing || attempt === MAX_ATTEMPTS) throw failure;
        await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** attempt));
      }
    }
  }
}
