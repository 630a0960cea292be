/** Preferences of the merged account: those of its first member; what is set holds for every member that keeps them here. */
import type { MethodArgs, MethodResult } from "@pismo/jmap";
import { get } from "../preferences/get.ts";
import { set } from "../preferences/set.ts";
import { valueOf } from "../raw-json.ts";
import type { MergedCall } from "./members.ts";

export async function getPreferencesOfAll(
  args: MethodArgs<"Preferences/get">,
  call: MergedCall,
): Promise<MethodResult<"Preferences/get">> {
  const found = valueOf(await get.run({ ...args, accountId: call.localIds[0]! }, call));
  return { ...found, accountId: args.accountId };
}

export async function setPreferencesOfAll(
  { accountId, update = null }: MethodArgs<"Preferences/set">,
  call: MergedCall,
): Promise<MethodResult<"Preferences/set">> {
  let first: MethodResult<"Preferences/set"> | undefined;
  for (const member of call.localIds) {
    const result = valueOf(await set.run({ accountId: member, update }, call));
    first ??= result;
  }
  return { ...first!, accountId };
}
