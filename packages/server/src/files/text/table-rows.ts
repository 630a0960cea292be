/** Rows of a table as they are read: bounded, whatever places a file names. */
import type { FileTable } from "@pismo/jmap";

export const tableBounds = { sheets: 20, rows: 1000, columns: 100, cells: 20_000, characters: 200_000, cell: 1000 };

/** What all tables of a file may still take. */
export interface TableRoom {
  cells: number;
  characters: number;
}

export const roomOfFile = (): TableRoom => ({ cells: tableBounds.cells, characters: tableBounds.characters });

export class TableRows {
  readonly #rows: string[][] = [];
  readonly #room: TableRoom;
  #row: string[] = [];
  #isCut = false;
  #wasBlank = false;

  constructor(room: TableRoom) {
    this.#room = room;
  }

  /** No more of it is taken. */
  get isFull(): boolean {
    return this.#rows.length >= tableBounds.rows || this.#room.cells <= 0 || this.#room.characters <= 0;
  }

  /** @param column from 0; cells between are empty */
  put(column: number, text: string): void {
    const value = text.trim().slice(0, tableBounds.cell);
    if (value === "") return;
    if (column >= tableBounds.columns) this.#isCut = true;
    else {
      while (this.#row.length < column) this.#row.push("");
      this.#row[column] = value;
    }
  }

  /** Of several empty rows one stays. */
  endRow(): void {
    const row = this.#row;
    this.#row = [];
    if (this.isFull) {
      this.#isCut ||= row.length > 0;
      return;
    }
    if (row.length === 0) {
      this.#wasBlank = this.#rows.length > 0;
      return;
    }
    if (this.#wasBlank) this.#rows.push([]);
    this.#wasBlank = false;
    this.#rows.push(row);
    this.#room.cells -= row.length;
    this.#room.characters -= row.reduce((sum, cell) => sum + cell.length, 0);
  }

  cut(): void {
    this.#isCut = true;
  }

  table(name: string): FileTable {
    return { name, rows: this.#rows, isTruncated: this.#isCut };
  }
}
