/** Images of Emails that lie elsewhere: fetched by our server where it can, and only where the reader wants them. */
import { type Id, REMOTE_IMAGES, type SenderTrust } from "@pismo/jmap";
import { currentRecords } from "./records.ts";
import { getClient, getSession, request } from "../session/session.ts";

/** Whether the server fetches images for its readers; one that does not leaves them out. */
export const canFetchImages = (): boolean => getSession()?.capabilities[REMOTE_IMAGES] !== undefined;

/** How far the sender of an Email is to be trusted. @throws RequestError, MethodError, TypeError */
export async function loadSenderTrust(id: Id): Promise<SenderTrust | undefined> {
  const { accountId } = currentRecords();
  const call = await request((calls) => calls.call("SenderTrust/get", { accountId, ids: [id] }));
  return call.result().list[0];
}

/** Remembers, or forgets, that the images of an Email's sender are always shown. Gives whether it was taken. */
export async function rememberImages(id: Id, showsImages: boolean): Promise<boolean> {
  const { accountId } = currentRecords();
  const call = await request((calls) =>
    calls.call("SenderTrust/set", { accountId, update: { [id]: { showsImages } } }),
  );
  return call.result().notUpdated === null;
}

/** Address → where the server gives the image. */
export async function signImages(urls: readonly string[]): Promise<Record<string, string>> {
  const { accountId } = currentRecords();
  const call = await request((calls) => calls.call("RemoteImage/sign", { accountId, urls: [...urls] }));
  return call.result().signed;
}

/** @param signed from signImages @throws RequestError where there is no image, TypeError */
export const fetchImage = async (signed: string, signal: AbortSignal): Promise<Blob> =>
  (await getClient().respond(signed, { signal })).blob();
