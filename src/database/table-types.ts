import type { InferKyselyDB } from '@mikro-orm/sql';
import type { ColumnType, Generated, Selectable } from 'kysely';
// biome-ignore lint/style/noRestrictedImports: the types of all tables follow from the entities; nothing of it runs.
import type { schemas } from '../entities.ts';
import type { postColumns } from '../modules/blog/blog.facts.ts';
import type { clientColumns } from '../modules/clients/clients.facts.ts';
import type { jobColumns } from '../modules/jobs/jobs.facts.ts';
import type { pageColumns } from '../modules/pages/pages.facts.ts';
import type { projectColumns } from '../modules/portfolio/portfolio.facts.ts';
import type { memberColumns } from '../modules/team/team.facts.ts';
import type { testimonialColumns } from '../modules/testimonials/testimonials.facts.ts';
import type { Columns, ColumnValues, IfHasSlug } from '../shared/column-types.ts';
import type { ModuleFacts, ModuleName } from '../shared/module-facts.ts';

/** All tables as Kysely reads and writes them. */
export type Tables = Raw<InferKyselyDB<(typeof schemas)[number]>> & Raw<ModuleTables> & Raw<OtherTables>;

/** A row as Kysely reads it, with all columns or some. */
export type RowOf<
  T extends keyof Tables,
  C extends keyof Selectable<Tables[T]> = keyof Selectable<Tables[T]>,
> = Pick<Selectable<Tables[T]>, C>;

/** A moment as a driver returns it: SQLite as milliseconds, PostgreSQL as text. */
export type StoredMoment = Date | number | string;

type Stored<T> = T extends Date
  ? StoredMoment
  : T extends boolean
    ? boolean | number
    : T extends object
      ? T | string
      : T;

/** JSON is written as text, because the driver of PostgreSQL would send a list as an array of SQL. */
type Written<T> = T extends Date ? T : T extends object ? string : T;

type Raw<T> = {
  [N in keyof T]: { [K in keyof T[N]]: K extends 'id' ? Generated<T[N][K]> : Column<T[N][K]> };
};
type Column<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<Stored<S>, Written<I>, Written<U>>
    : ColumnType<Stored<T>, Written<T>, Written<T>>;

/** The entities of modules are made from their columns, so no schema has their types. */
type ModuleTables = {
  [N in ModuleName as ModuleFacts[N]['table']]: ModuleRow<ModuleFacts[N], ModuleColumns[N]>;
};

interface ModuleColumns {
  blog: typeof postColumns;
  portfolio: typeof projectColumns;
  jobs: typeof jobColumns;
  team: typeof memberColumns;
  testimonials: typeof testimonialColumns;
  clients: typeof clientColumns;
  pages: typeof pageColumns;
}

type ModuleRow<F, C extends Columns> = {
  id: number;
  version: number;
  created_at: Date;
  updated_at: Date;
  search_text: string;
  sort_title: string;
} & ColumnValues<C> &
  (F extends { schedule: { startColumn: string } } ? { announced_at: Date | null } : unknown) &
  (F extends { position: 'first' } ? { position: number } : unknown) &
  (F extends { position: 'last' } ? { position: number | null } : unknown) &
  IfHasSlug<C, { is_in_sitemap: boolean }, unknown>;

interface OtherTables {
  migrations: { name: string };
  /** Triggers keep this index of the posts' tags. */
  post_tags: { post_id: number; tag: string };
}
