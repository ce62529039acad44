import type { Ctx } from '../../database/ctx.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { findMailFiles } from '../../mail/mail-files.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import { type ActivityModule, findModuleByLogName } from '../../shared/module-facts.ts';
import { personalData } from './personal-data.ts';
import {
  addressPattern,
  columnsWith,
  primaryKeyOf,
  mentioningRows,
  type PersonalRow,
  personalRows,
  ruleOf,
} from './personal-rows.repository.ts';
import type { Person, PersonalPlace } from './privacy.schema.ts';

/** The maximum number of listed rows per table. `count` also includes the rows that are not listed. */
const shownRows = 20;

export type PersonCtx = Pick<Ctx, 'em' | 'read' | 'now'> & { mailer: Mailer };

/**
 * Returns the places where data about the owner of an address is stored. Reads every table with personal
 * data, which may take seconds on a large site.
 */
export async function findPerson(ctx: PersonCtx, email: string): Promise<Person> {
  const key = toEmailKey(email);
  const places: PersonalPlace[] = [];
  let files = 0;

  for (const table of searchedTables) {
    const rule = ruleOf(table);
    const place = await collect(table, key, personalRows(ctx.read, table, key), (row) => {
      files += columnsWith(rule, 'file').filter((name) => row[name]).length;
    });
    if (place) places.push(place);
    const mentions = await collect(table, key, mentioningRows(ctx.read, table, key));
    if (mentions)
      places.push({ ...mentions, label: `${rule.label} of others that name the address`, treatment: 'edit' });
  }

  // If there is no mail server, mails are stored as files.
  const mails = await findMailFiles(ctx.mailer.folder, addressPattern(key));
  if (mails.length > 0)
    places.push({
      place: 'outbox',
      label: 'Mails as files',
      treatment: 'delete',
      count: mails.length,
      rows: [],
    });

  const users = places.find(({ place }) => place === 'users')?.rows[0];
  return { email, account: users ? { id: Number(users.id), name: users.title } : null, places, files };
}

/**
 * The tables that are searched for an address. Leaves out tables without personal data. Also leaves out tables whose
 * rows belong to rows of another table, because they are erased and exported together with the rows of that table.
 */
export const searchedTables = Object.entries(personalData).flatMap(([table, { of, treatment }]) =>
  of || treatment === 'nothing' ? [] : [table],
);

async function collect(
  table: string,
  address: string,
  found: AsyncIterable<PersonalRow>,
  onRow: (row: PersonalRow) => void = () => {},
): Promise<PersonalPlace | undefined> {
  const { label, treatment, title } = ruleOf(table);
  const place: PersonalPlace = { place: table, label, treatment, count: 0, rows: [] };
  for await (const row of found) {
    onRow(row);
    place.count += 1;
    if (place.rows.length === shownRows) continue;
    place.rows.push({
      id: String(row[primaryKeyOf(table)]),
      title: String((title && row[title]) || label),
      path: screenOf(table, row, address),
    });
  }
  return place.count > 0 ? place : undefined;
}

/** Returns the address of the panel's screen that shows a row, or null. */
function screenOf(table: string, row: PersonalRow, address: string): string | null {
  const path = findModuleByLogName(row.module as ActivityModule)?.path;
  if (table === 'versions') return path ? `${path}/${row.item_id}/versions` : null;
  if (table === 'trash_items') return path ? `${path}/trash` : null;
  const { screen } = ruleOf(table);
  const words: PersonalRow = { ...row, address };
  return (
    screen?.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(words[name]))) ?? null
  );
}
