import type { Treatment } from './treatment.facts.ts';

/**
 * The personal data that a text, JSON or binary column may contain. `address`: only an email address.
 * `words`: texts that people wrote. `colleague`: the name of a colleague. `file`: the key of a private file.
 * `packed`: compressed text.
 */
export type ColumnRule = 'address' | 'words' | 'colleague' | 'file' | 'packed' | 'secret' | 'nothing';

export interface TableRule {
  /** The name of the rows that the panel and the documentation show. */
  label: string;
  treatment: Treatment;
  columns: Readonly<Record<string, ColumnRule>>;
  /**
   * The column that contains the owner's address as `toEmailKey` returns it. Set only if this column alone determines
   * to whom a row belongs.
   */
  key?: string;
  /** The column in which rows of other people may contain the address. */
  mention?: string;
  /**
   * Set if each row belongs to a row of another table. `table` is the other table. `column` contains the id of the row
   * in the other table.
   */
  of?: readonly [table: string, column: string];
  /** The column by which staff recognise a row. */
  title?: string;
  /**
   * The address of the panel's screen that shows a row. The name of a column in braces, such as `{id}`, is replaced
   * with the value of the column. `{address}` is replaced with the email address of the person.
   */
  screen?: string;
  /** How long the rows are stored. */
  until: string;
}

export type TableRules = Readonly<Record<string, TableRule>>;
