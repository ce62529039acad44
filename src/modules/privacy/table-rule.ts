import type { Treatment } from './treatment.facts.ts';

/**
 * What a text, JSON or binary column may have of a person: an e-mail address by itself, text of people, the name of a colleague, the
 * key of a private file, deflated text, a secret, or nothing.
 */
export type ColumnRule = 'address' | 'words' | 'colleague' | 'file' | 'packed' | 'secret' | 'nothing';

export interface TableRule {
  /** What the rows are, for people. */
  label: string;
  treatment: Treatment;
  columns: Readonly<Record<string, ColumnRule>>;
  /** The column that has the address in the form of `toEmailKey`, where only this column says whose the row is. */
  key?: string;
  /** The column in which rows of others may have the address too. */
  mention?: string;
  /** The table that the rows belong to, and the column with its id. */
  of?: readonly [table: string, column: string];
  /** The column by which staff recognise a row. */
  title?: string;
  /** The screen of the panel that shows a row. `{id}` stands for that column of the row, and `{address}` for the person's address. */
  screen?: string;
  /** How long the rows are stored. */
  until: string;
}

export type TableRules = Readonly<Record<string, TableRule>>;
