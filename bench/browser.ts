import type { Figures } from "./server.ts";
export async function measureBrowser(_folder: string, _count: number, _isShort: boolean): Promise<Figures> {
  return {};
}
