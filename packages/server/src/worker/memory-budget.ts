/** Limits the octets of messages in memory: a reader of a large message waits until the budget has room for it. */

export interface Room {
  /** Runs `work` within the budget; a message larger than the budget runs alone. */
  with<T>(octets: number, work: () => Promise<T>): Promise<T>;
}

/** @param size octets */
export function createRoom(size: number): Room {
  let taken = 0;
  /** First in, first out: a large message is not overtaken by small ones forever. */
  const waiting: { octets: number; enter: () => void }[] = [];
  const letIn = (): void => {
    while (waiting[0] && (taken === 0 || taken + waiting[0].octets <= size)) {
      const { octets, enter } = waiting.shift()!;
      taken += octets;
      enter();
    }
  };
  return {
    async with(octets, work) {
      await new Promise<void>((enter) => {
        waiting.push({ octets, enter });
        letIn();
      });
      try {
        return await work();
      } finally {
        taken -= octets;
        letIn();
      }
    },
  };
}
