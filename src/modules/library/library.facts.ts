import type { ContentFacts } from '../../shared/content-facts.ts';
import { documentTypes, isFileType } from '../../shared/library-files.ts';

/** Facts like a module's. The library is none: it has no public pages, groups or starter rows. */
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

/** What the panel calls an item of this type. */
export function mediaKindOf(type: string): MediaKind {
  return isFileType(type) ? 'file' : 'picture';
}

/** Focal points are in tenths of the width and height. */
export const maxFocalTenths = 10;
export const focalCentreTenths = 5;
