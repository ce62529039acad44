import { defineEntity, p } from '@mikro-orm/core';

const SweepCandidateSchema = defineEntity({
  name: 'SweepCandidate',
  tableName: 'sweep_candidates',
  indexes: [{ properties: ['kind', 'seen_at'] }],
  properties: {
    /** The folder and name of the file: `uploads/…`, `private/…`, or `away/…` for a trashed picture in the private storage. */
    file: p.text().primary(),
    kind: p.text().$type<SweptKind>(),
    /** The first sweep that found no row naming the file. */
    first_seen: p.datetime(),
    /** The last sweep that found no row naming the file. */
    seen_at: p.datetime(),
  },
});

/** Public pictures, visitors' documents, and pictures of rows in the trash. */
export type SweptKind = 'uploads' | 'private' | 'away';

/** A file that no row names. All instances share this list. It survives restarts. */
export class SweepCandidate extends SweepCandidateSchema.class {}

SweepCandidateSchema.setClass(SweepCandidate);
