import { defineEntity, p } from '@mikro-orm/core';
import { textColumn } from '../../database/columns.ts';

/** Of a day. Each is also added to its month, under a kind of its own. */
export const dayKinds = ['site', 'page', 'from', 'screen', 'campaign', 'sent'] as const;
export type DayKind = (typeof dayKinds)[number];
export type VisitKind = DayKind | `${DayKind}_month`;

/** Of the kind `site`: all views, and what programs opened. */
export const siteNames = { all: '', programs: 'programs' } as const;
/** The names beyond the maximum of a kind and period. No host and no page is called so. */
export const otherNames = '*';

export const VisitCountSchema = defineEntity({
  name: 'VisitCount',
  tableName: 'visit_counts',
  properties: {
    kind: textColumn('nothing').$type<VisitKind>().primary(),
    /** A day such as `2026-11-28` or a month such as `2026-11`, in the time zone of the site. */
    period: textColumn('nothing').primary(),
    /** A page such as `/about` or `blog/12`, a host, a campaign or a kind of screen. */
    name: textColumn('nothing').primary(),
    /** Of the kind `sent`, what came by the form of the page. */
    views: p.integer(),
    visits: p.integer(),
  },
});

/** A sum. Nothing in it is about a person. */
class VisitCount extends VisitCountSchema.class {}

VisitCountSchema.setClass(VisitCount);
