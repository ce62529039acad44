import type { Treatment } from './treatment.facts.ts';

/**
 * What personal data a text, JSON or binary column may contain: an e-mail address by itself, texts that people wrote,
 * the name of a colleague, the key of a private file, deflated text, a secret, or nothing.
 */
export type ColumnRule = 'address' | 'words' | 'colleague' | 'file' | 'packed' | 'secret' | 'nothing';

export interface TableRule {
  /** What the rows are, in words for people. */
  label: string;
  treatment: Treatment;
  columns: Readonly<Record<string, ColumnRule>>;
  /**
   * The column with the address in the form of `toEmailKey`. Set when only this column says to whom the row belongs.
   */
  key?: string;
  /** The column in which rows of others may also contain the address. */
  mention?: string;
  /** The table to whose rows these rows belong, and the column with the id of that row. */
  of?: readonly [table: string, column: string];
  /** The column by which staff recognise a row. */
  title?: string;
  /**
   * The address of the panel's screen that shows a row. `{id}` is replaced by that column of the row, and `{address}`
   * by the person's address.
   */
  screen?: string;
  /** How long the rows are stored. */
  until: string;
}

export type TableRules = Readonly<Record<string, TableRule>>;
