/** The files of the Email being written: picked, previewed, uploaded, retried, removed. */
import type { Id } from "@pismo/jmap";
import { fetchBlob } from "../../../store/records/blobs.ts";
import type { PictureSizes, UnsentFile } from "../../../store/drafts/writing.ts";
import { type Attachment, sizeOf } from "./attachment.ts";
import { isOfSignature } from "./of-signature.ts";
import { recheck } from "./picked-images.ts";
import { mayBeImage, previewOf } from "./previews.ts";
import { type ChosenSize, chosenIn, dataIn, sizesAround } from "./smaller/sizes.ts";
import { type AttachmentLimits, type Taken, takeFitting } from "./take-fitting.ts";
import { Uploads } from "./uploads.ts";

export class Attachments {
  #all: readonly Attachment[];
  readonly #onShow: (attachments: readonly Attachment[], isChange: boolean) => void;
  #accountId: Id;
  #uploads: Uploads;
  readonly #reopened = new Set<Promise<void>>();
  /** What replaces files that came in an Email. */
  readonly #cleaned = new Map<string, Blob>();
  /** In which pictures go. */
  #size: ChosenSize;

  /**
   * @param initial those of a draft that is opened again, or of an Email that is forwarded
   * @param accountId whose Email it is
   * @param onShow the list to be shown; `isChange`: the Email has other files now
   */
  constructor(
    initial: readonly Attachment[],
    accountId: Id,
    onShow: (attachments: readonly Attachment[], isChange: boolean) => void,
  ) {
    this.#all = initial;
    this.#size = chosenIn(initial);
    this.#accountId = accountId;
    this.#uploads = this.#uploadsOf(accountId);
    this.#onShow = onShow;
  }

  #uploadsOf(accountId: Id): Uploads {
    return new Uploads(accountId, (key, state) => {
      if (state.isAgain) this.#forgetProblem(key);
      this.#patch(key, state, state.blobId !== undefined);
    });
  }

  get all(): readonly Attachment[] {
    return this.#all;
  }

  /** The form is there: octets that an earlier one had are sent. @returns the form is gone */
  open(): () => void {
    for (const item of this.#all) {
      if (!item.blobId && !this.#uploads.has(item.key)) this.#start(item);
      this.#look(item);
    }
    // What is not sent yet goes with the Email, which is handed over.
    return () => this.#uploads.stopAll();
  }

  /**
   * Takes what is of an accepted type and small enough; says what was left out.
   * @param isInText they are pictures that stand in the text
   */
  async add(picked: File[], limits: AttachmentLimits, isInText = false): Promise<Taken> {
    const size = isInText ? "original" : this.#size;
    const room = (): number => limits.maxSizeAttachments - sizeOf(this.#all);
    const taken = await takeFitting(picked, limits, { size, room, isInText });
    const { added } = taken;
    if (added.length > 0) this.#replace([...this.#all, ...added], true);
    for (const item of added) this.#start(item);
    return taken;
  }

  /** What is picked from here on goes in this size. */
  choose(size: ChosenSize): void {
    this.#size = size;
  }

  /**
   * Takes files that lie on the server.
   * @param maxSize octets of all together
   * @returns those that do not fit
   */
  take(files: readonly Attachment[], maxSize: number): Attachment[] {
    let room = maxSize - sizeOf(this.#all);
    const fitting = files.filter(({ size }) => size <= room && ((room -= size), true));
    if (fitting.length > 0) this.#replace([...this.#all, ...fitting], true);
    for (const item of fitting) this.#look(item);
    return files.filter((file) => !fitting.includes(file));
  }

  /** Pictures that come with a signature, in the place of those with the same Content-ID. */
  bring(files: readonly Attachment[]): void {
    if (files.length === 0) return;
    const ids = new Set(files.map(({ cid }) => cid));
    this.#replace([...this.#all.filter(({ cid }) => cid === undefined || !ids.has(cid)), ...files], true);
    for (const item of files) this.#start(item);
  }

  /** Gets what lies on the server alone. @throws where it cannot be had */
  async fetchAll(): Promise<void> {
    await Promise.all(this.#reopened);
    const there = this.#all.filter(({ data }) => data === undefined);
    const fetched = await Promise.all(there.map(async (item) => [item.key, await this.#fetch(item)] as const));
    for (const [key, data] of fetched) if (data) this.#patch(key, { data });
  }

  /**
   * A file as it would be sent, for another letter.
   * @returns undefined where there is none
   * @throws where it cannot be had
   */
  async fileOf(key: string): Promise<File | undefined> {
    await Promise.all(this.#reopened);
    const item = this.#all.find((other) => other.key === key);
    const data = item && (this.#cleaned.get(key) ?? (await this.#fetch(item)));
    return data && new File([data], item.name, { type: item.type });
  }

  /** Another account has them from here on. */
  moveTo(accountId: Id): void {
    this.#uploads.stopAll();
    this.#accountId = accountId;
    this.#uploads = this.#uploadsOf(accountId);
    // Each is another file: what was begun with the first one (an upload, a save) names a blob of the other account.
    const moved = this.#all.map((item): Attachment => {
      const data = this.#cleaned.get(item.key) ?? item.data;
      const { blobId: _, problem: __, isAgain: ___, ...rest } = item;
      return { ...rest, key: crypto.randomUUID(), size: data?.size ?? item.size, progress: 0, ...(data && { data }) };
    });
    this.#cleaned.clear();
    this.#replace(moved, true);
    for (const item of moved) this.#start(item);
  }

  rename(key: string, name: string): void {
    this.#patch(key, { name }, true);
  }

  /** Puts a file before or behind the next one that is shown beside the text. */
  shift(key: string, by: -1 | 1): void {
    const next = [...this.#all];
    const beside = next.flatMap(({ cid }, index) => (cid === undefined ? [index] : []));
    const place = beside.findIndex((index) => next[index]!.key === key);
    const [from, to] = [beside[place], beside[place + by]];
    if (from === undefined || to === undefined) return;
    [next[from], next[to]] = [next[to]!, next[from]!];
    this.#replace(next, true);
  }

  remove(key: string): void {
    this.#uploads.stop([key]);
    this.#keep((item) => item.key !== key);
  }

  /** The quote is left out, and with it the images that it shows. @param inText those that stand in the person's own text */
  removeShown(inText: ReadonlySet<string>): void {
    this.#keep((file) => file.cid === undefined || inText.has(file.cid) || isOfSignature(file));
  }

  retry(key: string): void {
    const item = this.#all.find((other) => other.key === key);
    if (item) this.#start(item);
  }

  /**
   * A picture can go in these sizes, and goes in this one. In other octets it is another file: what was begun with the
   * first ones (an upload, a save) is none of it.
   */
  size(key: string, sizes: PictureSizes, size: ChosenSize): void {
    const data = dataIn(sizes, size);
    const item = this.#all.find((other) => other.key === key);
    if (item?.data === data) this.#patch(key, { sizes });
    else if (item) this.#exchange(item, { sizes, data });
  }

  #exchange(item: Attachment, { sizes, data }: { sizes: PictureSizes; data: Blob }): void {
    const { key } = item;
    this.#uploads.stop([key]);
    const { blobId: _, problem: __, ...rest } = item;
    const fresh: Attachment = { ...rest, key: crypto.randomUUID(), data, sizes, size: data.size, progress: 0 };
    this.#replace(
      this.#all.map((other) => (other.key === key ? fresh : other)),
      true,
    );
    this.#start(fresh);
    void previewOf(data, fresh.type).then((img) => img && this.#patch(fresh.key, { img }));
  }

  /** Takes away all but the images of the quote. */
  clear(): void {
    this.#uploads.stop(this.#all.map(({ key }) => key));
    this.#keep(({ cid }) => cid !== undefined);
  }

  /** The Email was saved: its files lie elsewhere now. */
  moved(files: readonly UnsentFile[]): void {
    for (const { key, blobId } of files) {
      if (blobId && this.#all.some((item) => item.key === key && item.blobId !== blobId)) this.#patch(key, { blobId });
    }
  }

  /** Only when the Email is sent: a draft does not change by being opened. */
  sendCleaned(): void {
    for (const [key, data] of this.#cleaned) {
      const item = this.#all.find((other) => other.key === key);
      if (!item) continue;
      const { blobId: _, ...rest } = item;
      const fresh: Attachment = { ...rest, data, size: data.size, progress: 0 };
      this.#replace(this.#all.map((other) => (other.key === key ? fresh : other)));
      this.#start(fresh);
    }
    this.#cleaned.clear();
  }

  /** Waits until all files are as they are to be sent, and uploaded. */
  async settle(): Promise<void> {
    await Promise.all(this.#reopened);
    this.sendCleaned();
    await this.#uploads.settle();
  }

  #replace(next: readonly Attachment[], isChange = false): void {
    this.#all = next;
    this.#onShow(next, isChange);
  }

  #keep(isKept: (item: Attachment) => boolean): void {
    this.#replace(this.#all.filter(isKept), true);
  }

  #patch(key: string, change: Partial<Attachment>, isChange = false): void {
    this.#replace(
      this.#all.map((item) => (item.key === key ? { ...item, ...change } : item)),
      isChange,
    );
  }

  #start({ key, type, data }: Attachment): void {
    if (!data) return;
    this.#forgetProblem(key);
    this.#patch(key, { progress: 0 });
    this.#uploads.start(key, data, type);
  }

  #forgetProblem(key: string): void {
    this.#replace(
      this.#all.map((item) => {
        if (item.key !== key) return item;
        const { problem: _, isAgain: __, ...fresh } = item;
        return fresh;
      }),
    );
  }

  #look(item: Attachment): void {
    // It was looked at when it was picked
    if (item.img || !mayBeImage(item)) return;
    // Without a preview its name stands for it; and what came in an Email is out in the world as it is.
    this.#reopened.add(this.#reopen(item).catch(() => undefined));
  }

  async #fetch({ name, type, blobId, data }: Attachment): Promise<Blob | undefined> {
    if (data || blobId === undefined) return data;
    return fetchBlob(blobId, name, type, undefined, { accountId: this.#accountId });
  }

  /** Images that lie on the server, or in an earlier form, get their preview, and lose what is not to be sent. */
  async #reopen(item: Attachment): Promise<void> {
    const { key, type } = item;
    const octets = await this.#fetch(item);
    if (!octets) return;
    const { data: clean, isPreviewable } = await recheck(octets, type);
    if (clean !== octets) this.#cleaned.set(key, clean);
    const img = isPreviewable ? await previewOf(clean, type) : undefined;
    if (img) this.#patch(key, { img });
    // Not waited for: without its original it goes as it is.
    this.#bringSizes(item, clean).catch(() => undefined);
  }

  async #bringSizes({ key, name, type, originalId }: Attachment, data: Blob): Promise<void> {
    if (originalId === undefined) return;
    const original = await fetchBlob(originalId, name, type, undefined, { accountId: this.#accountId });
    const sizes = await sizesAround(original, data, type);
    if (!sizes) return;
    this.#patch(key, { sizes, data });
    this.#size = chosenIn(this.#all);
  }
}
