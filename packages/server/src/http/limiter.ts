/** Limits concurrent tasks by key; further tasks wait in order. */
export interface Limiter {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export function createLimiter(maxConcurrent: number): Limiter {
  const queues = new Map<string, { running: number; waiting: (() => void)[] }>();
  return {
    async run(key, work) {
      const queue = queues.get(key) ?? { running: 0, waiting: [] };
      queues.set(key, queue);
      if (queue.running >= maxConcurrent) await new Promise<void>((resolve) => queue.waiting.push(resolve));
      else queue.running++;
      try {
        return await work();
      } finally {
        const next = queue.waiting.shift();
        // Passes the slot to the next task.
        if (next) next();
        else if (--queue.running === 0) queues.delete(key);
      }
    },
  };
}
