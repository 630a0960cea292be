import { useSyncExternalStore } from "react";

const subscribe = (): (() => void) => () => undefined;
const [whileHydrating, afterwards] = [(): boolean => true, (): boolean => false];

/** Whether React takes over markup that is there (initial-render/); false from the render after it on. */
export const useIsHydrating = (): boolean => useSyncExternalStore(subscribe, afterwards, whileHydrating);
