import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { assignValues, editableColumns, jsonColumn, textColumn } from '../database/columns.ts';
import { LibraryPath } from '../database/file-columns.ts';
import { foldText } from '../shared/fold-text.ts';
import { isFileType } from '../shared/library-files.ts';
import { focalCentreTenths } from '../modules/library/library.facts.ts';

export const MediaItemSchema = defineEntity({
  name: 'MediaItem',
  tableName: 'media',
  indexes: [
    { properties: ['created_at', 'id'] },
    { properties: ['sort_title', 'id'] },
    { properties: ['updated_at', 'id'] },
    { properties: ['type', 'created_at', 'id'] },
    { properties: ['is_described', 'created_at', 'id'] },
    { properties: ['checksum'] },
  ],
  properties: {
    ...editableColumns(),
    /** Null while the file is missing. */
    path: p.type(LibraryPath).nullable().unique(),
    /** The hash of the stored bytes, with which the file's name begins. */
    checksum: textColumn('nothing'),
    type: textColumn('nothing'),
    name: textColumn('writing'),
    /** Empty for a decorative picture. Null when nobody has described it. */
    alt: textColumn('writing').nullable(),
    is_described: p.boolean(),
    caption: textColumn('writing').nullable(),
    credit: textColumn('writing').nullable(),
    tags: jsonColumn<string[]>('writing'),
    /** Tenths of the width from the left, and of the height from the top. */
    focal_x: p.integer(),
    focal_y: p.integer(),
    /** Came with a form, and was never chosen from the library. It goes with the last row that shows it. */
    is_attached: p.boolean(),
    /** Null when no user added the item, or when it is older than the library. */
    user_id: p.integer().nullable(),
    user_name: textColumn('colleague'),
    search_text: textColumn('writing'),
    sort_title: textColumn('writing').$type<Opt<string>>(),
  },
});

interface MediaFields {
  path: string | null;
  name: string;
  alt: string | null;
  caption: string | null;
  credit: string | null;
  tags: string[];
  focal_x: number;
  focal_y: number;
  is_attached: boolean;
}

interface Origin {
  path: string;
  name: string;
  alt: string | null;
  is_attached: boolean;
  user_id: number | null;
  user_name: string;
}

export class MediaItem extends MediaItemSchema.class {
  static enter({ user_id, user_name, ...fields }: Origin, now: Date): MediaItem {
    const item = new MediaItem();
    Object.assign(item, { created_at: now, user_id, user_name, checksum: '', type: '' });
    const empty = {
      caption: null,
      credit: null,
      tags: [],
      focal_x: focalCentreTenths,
      focal_y: focalCentreTenths,
    };
    item.revise({ ...empty, ...fields }, now);
    return item;
  }

  revise(fields: Partial<MediaFields>, now: Date): void {
    assignValues<MediaItem>(this, fields, now);
    if (this.path)
      Object.assign(this, { checksum: checksumInPath(this.path), type: extensionOfPath(this.path) });
    // Any other file is shown as a link, whose text describes it.
    this.is_described = this.alt !== null || isFileType(this.type);
    const texts = [this.name, this.alt, this.caption, this.credit, ...this.tags];
    this.search_text = foldText(...texts.map((text) => text ?? ''));
    this.sort_title = foldText(this.name);
  }
}

MediaItemSchema.setClass(MediaItem);

export function checksumInPath(path: string): string {
  return /^uploads\/([0-9a-f]{32})-/.exec(path)?.[1] ?? '';
}

export function extensionOfPath(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}
