/** Milliseconds that this thread computes for `work`, whatever else the machine does meanwhile. */
export function cpuTime(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
