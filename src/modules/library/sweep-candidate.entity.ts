import { defineEntity, p } from '@mikro-orm/core';

const SweepCandidateSchema = defineEntity({
  name: 'SweepCandidate',
  tableName: 'sweep_candidates',
  indexes: [{ properties: ['kind', 'seen_at'] }],
  properties: {
    /** `uploads/…`, `private/…`, or `away/…` for a trashed picture in the private storage. */
    file: p.text().primary(),
    kind: p.text().$type<SweptKind>(),
    /** The first sweep that found no row. */
    first_seen: p.datetime(),
    seen_at: p.datetime(),
  },
});

/** `away` are pictures of rows in the trash. */
export type SweptKind = 'uploads' | 'private' | 'away';

/** No row names the file. All instances share the list, which survives restarts. */
export class SweepCandidate extends SweepCandidateSchema.class {}

SweepCandidateSchema.setClass(SweepCandidate);
