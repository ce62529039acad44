import type { Columns, ListedColumn, ReferenceColumn } from './column-types.ts';

export function listedColumns(columns: Columns): (ListedColumn & { name: string })[] {
  return Object.entries(columns).flatMap(([name, column]) =>
    column.kind === 'listed' ? [{ name, ...column }] : [],
  );
}

/** Returns the names of the columns that the drawer 'Publishing' edits instead of the row's form. */
export function publishingColumnNames(columns: Columns): string[] {
  return Object.keys(columns).filter((name) => columns[name]!.isApart);
}

export function referenceColumns(columns: Columns): (ReferenceColumn & { name: string })[] {
  return Object.entries(columns).flatMap(([name, column]) =>
    column.kind === 'reference' ? [{ name, ...column }] : [],
  );
}

/** Returns the names of the columns with formatted text. */
export function formattedColumnNames(columns: Columns): string[] {
  return Object.keys(columns).filter((name) => columns[name]!.kind === 'html');
}
