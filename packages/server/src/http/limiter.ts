/** Limits concurrent tasks by key; further tasks wait in order. */
export interface Limiter {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export function createLimiter(atOnce: number): Limiter {
  const lines = new Map<string, { running: number; waiting: (() => void)[] }>();
  return {
    async run(key, work) {
      const line = lines.get(key) ?? { running: 0, waiting: [] };
      lines.set(key, line);
      if (line.running >= atOnce) await new Promise<void>((resolve) => line.waiting.push(resolve));
      else line.running++;
      try {
        return await work();
      } finally {
        const next = line.waiting.shift();
        // Passes the slot to the next task.
        if (next) next();
        else if (--line.running === 0) lines.delete(key);
      }
    },
  };
}
