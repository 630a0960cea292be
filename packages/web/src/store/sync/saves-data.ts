/** Whether the person asked for as little traffic as possible (Save-Data). */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
