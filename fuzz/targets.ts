/** What is fuzzed, by name; loaded when it is wanted. */
import type { Target } from "./target.ts";

const targets = {
  message: async () => (await import("./targets/message.ts")).message(),
  markup: async () => (await import("./targets/markup.ts")).markup(),
  jmap: async () => (await import("./targets/jmap.ts")).jmap(),
} satisfies Record<string, () => Promise<Target>>;

export type TargetName = keyof typeof targets;
export const targetNames = Object.keys(targets) as TargetName[];
export const isTargetName = (name: string): name is TargetName => Object.hasOwn(targets, name);
export const openTarget = (name: TargetName): Promise<Target> => targets[name]();
