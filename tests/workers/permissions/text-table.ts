export type TextTable = ReadonlyMap<string, readonly string[]>;

/**
 * Parses a table written as text: each line has the name of a row, at least two spaces, and the cells. `|` only guides the
 * eye. Throws unless all rows have different names and the same number of cells.
 */
export function parseTable(text: string): TextTable {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const table = new Map(lines.map(parseLine));
  const widths = new Set([...table.values()].map((cells) => cells.length));
  if (widths.size !== 1 || table.size !== lines.length) {
    throw new Error(`a table needs different rows of the same width: ${[...table.keys()].join(", ")}`);
  }
  return table;
}

function parseLine(line: string): readonly [string, readonly string[]] {
  const [name = "", ...cells] = line.trim().split(/\s{2,}/);
  const allCells = cells.join(" ").split(/[\s|]+/);
  return [name, allCells.filter((cell) => cell !== "")];
}

/** The cell of a row in a column, counted from 0. Throws if there is none. */
export function getCell(table: TextTable, row: string, column: number): string {
  const cell = table.get(row)?.[column];
  if (cell === undefined) throw new Error(`the table has no cell in row "${row}", column ${column + 1}`);
  return cell;
}
