import type { EntityClass } from '@mikro-orm/core';
import { z } from 'zod';
import { pictureAddress } from '../../shared/addresses.ts';
import type { Columns, Words } from '../../shared/columns.ts';
import { type ActivityModule, factsOf, type ModuleFacts, type ModuleName } from '../../shared/facts.ts';
import { maxId, toOneLine } from '../../shared/fields.ts';
import { cleanHtml } from '../../shared/writing/clean.ts';
import type { EntityOf } from './entity-of.ts';
import { initialOf, oldValueOf, pictureKeyOf, type ToView, type View, viewFieldsOf } from './fields-of.ts';

/** What every item of an export has; both together identify it. */
export interface SiteItem {
  id: number;
  /** ISO 8601 in UTC. */
  created_at: string;
}

/** How one kind of content is exported and imported. */
export interface SiteContent {
  /** The name of its file. */
  name: string;
  table: string;
  entity: EntityClass<{ id: number }>;
  Item: z.ZodType<SiteItem>;
  /** Makes an item of a stored row, as either driver gives it. */
  toItem(row: never): SiteItem;
  /** Makes a row of an item, by the rules of its form. @throws {z.ZodError} when the item breaks them */
  toRow(item: never): object | Promise<object>;
  /** The column that holds a picture. */
  picture?: string | undefined;
  /** Its name in the activity log. */
  module?: ActivityModule;
}

const RowId = z.int().min(1).max(maxId);
const Moment = z.iso.datetime();

interface ContentParts<C extends Columns> {
  columns: C;
  entity: EntityOf<C>;
  Input: z.ZodType;
  toView: ToView<C>;
}

/** A module's content for exports. Items of an earlier version get the `old` value of a column that they lack. */
export function contentOf<C extends Columns>(
  name: ModuleName,
  { columns, entity, Input, toView }: ContentParts<C>,
): SiteContent {
  const { file, table } = factsOf(name);
  const log: ModuleFacts[ModuleName]['log'] = factsOf(name).log as ActivityModule;
  const picture = pictureKeyOf(columns);
  const fields = Object.entries(viewFieldsOf(columns)).map(([key, field]) => {
    const old = oldValueOf(columns[key]!);
    return [key, old === undefined ? field : field.default(old)];
  });

  const toRow = (item: View<C>) => {
    const words: Record<string, unknown> = { ...item };
    for (const [key, { kind }] of Object.entries(columns)) {
      if (kind === 'line') words[key] = toOneLine(words[key] as string);
      if (kind === 'html') words[key] = cleanedHtml(key, words[key] as string);
      if (kind === 'picture') words[key] = undefined;
    }
    const parsed = Input.parse(words) as Record<string, unknown>;
    const written = Object.entries(columns).map(([key, column]) => {
      if (key === picture)
        return [key, readPicture(column.label, key, (item as Record<string, unknown>)[key])];
      return [key, parsed[key] ?? ('isOptional' in column ? initialOf(column) : undefined)];
    });
    const { id, version, created_at, updated_at } = item;
    const row = entity.write(Object.fromEntries(written) as Words<C>, new Date());
    return Object.assign(row, {
      ...{ id, version, created_at: new Date(created_at), updated_at: new Date(updated_at) },
    });
  };
  return {
    name: file,
    table,
    entity: entity as unknown as EntityClass<{ id: number }>,
    Item: z.object({
      ...{ id: RowId, version: RowId, created_at: Moment, updated_at: Moment },
      ...Object.fromEntries(fields),
    }) as unknown as z.ZodType<SiteItem>,
    toItem: toView as SiteContent['toItem'],
    toRow: toRow as SiteContent['toRow'],
    picture,
    module: log,
  };
}

/** @throws {z.ZodError} under `key` for what names no picture */
function readPicture(label: string, key: string, stored: unknown): string | null {
  return z.object({ [key]: pictureAddress(label).nullable() }).parse({ [key]: stored })[key] ?? null;
}

/** @throws {z.ZodError} under `key` when the text cannot be accepted */
function cleanedHtml(key: string, html: string): string {
  const cleaned = cleanHtml(html);
  if (!('problem' in cleaned)) return cleaned.html;
  throw new z.ZodError([{ code: 'custom', path: [key], message: cleaned.problem, input: undefined }]);
}
