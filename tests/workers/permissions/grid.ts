/** Reads a table written as text: in each line the name of a row, two spaces or more, and its cells. `|` is for the eye. */
export function readGrid(text: string): ReadonlyMap<string, readonly string[]> {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const grid = new Map(
    lines.map((line) => {
      const [name = "", ...cells] = line.trim().split(/\s{2,}/);
      return [
        name,
        cells
          .join(" ")
          .split(/[\s|]+/)
          .filter((cell) => cell !== ""),
      ];
    }),
  );
  const widths = new Set([...grid.values()].map((cells) => cells.length));
  if (widths.size !== 1 || grid.size !== lines.length) throw new Error(`a table is not whole: ${[...grid.keys()].join(", ")}`);
  return grid;
}

/** The cell of a row by its place; a table that is not whole is a mistake in the table. */
export function cellOf(grid: ReadonlyMap<string, readonly string[]>, row: string, place: number): string {
  const cell = grid.get(row)?.[place];
  if (cell === undefined) throw new Error(`the table says nothing of ${row}, column ${place + 1}`);
  return cell;
}
