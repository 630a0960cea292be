export interface Import {
  target: string;
  names: string[];
  /** The names that the module hands on from there. */
  exported?: string[];
  isType: boolean;
  isDynamic: boolean;
}
export function filesBelow(root: string, folder: string): string[];
export function sourceModules(root: string): string[];
export function importGraph(root: string): Map<string, Import[]>;
export function usedModules(graph: ReadonlyMap<string, Import[]>, file: string): string[];
export function importCircles(graph: ReadonlyMap<string, Import[]>, counts: (edge: Import) => boolean): string[][];
