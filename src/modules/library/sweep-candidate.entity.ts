import { defineEntity, p } from '@mikro-orm/core';

const SweepCandidateSchema = defineEntity({
  name: 'SweepCandidate',
  tableName: 'sweep_candidates',
  indexes: [{ properties: ['kind', 'seen_at'] }],
  properties: {
    /** The path: `uploads/…`, `private/…`, or `away/…` for a trashed picture in the private storage. */
    file: p.text().primary(),
    kind: p.text().$type<SweptKind>(),
    /** The time of the first sweep that found no row. */
    first_seen: p.datetime(),
    seen_at: p.datetime(),
  },
});

/** The kind of file. `away` means a picture of a row in the trash. */
export type SweptKind = 'uploads' | 'private' | 'away';

/** A file that no row names. All instances share these rows, which survive restarts. */
export class SweepCandidate extends SweepCandidateSchema.class {}

SweepCandidateSchema.setClass(SweepCandidate);
