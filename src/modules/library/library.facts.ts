import type { ContentFacts } from '../../shared/content-facts.ts';
import { documentTypes, isFileType } from '../../shared/library-files.ts';

/**
 * The facts of the media library, in the form of the facts of a module. The library is not a module, because
 * it has no public pages, groups or starter rows.
 */
export const mediaFacts = {
  entity: 'MediaItem',
  table: 'media',
  log: 'media',
  idKey: 'media_id',
  file: 'media',
  path: '/admin/media',
  one: 'item',
  many: 'items',
  noun: 'picture',
  label: 'Media',
  roles: ['admin', 'content_moderator'],
  pageSize: 24,
  facets: ['type', 'is_described'],
  sorts: ['name', 'created_at'],
  publicBy: null,
} as const satisfies ContentFacts;

export const pictureTypes = ['jpeg', 'png', 'webp', 'avif'] as const;
export const mediaTypes = [...pictureTypes, ...documentTypes] as const;
export type MediaType = (typeof mediaTypes)[number];

export const mediaKinds = ['picture', 'file'] as const;
export type MediaKind = (typeof mediaKinds)[number];

/** Returns what the panel calls a library item of this type: 'picture' or 'file'. */
export function nounOf(type: string): MediaKind {
  return isFileType(type) ? 'file' : 'picture';
}

/** The largest coordinate of a focal point. The coordinates are in tenths of the width and the height. */
export const maxFocal = 10;
/** The coordinate of the middle of a picture, in tenths of the width or the height. */
export const focalCentre = 5;
