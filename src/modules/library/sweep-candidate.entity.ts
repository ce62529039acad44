import { defineEntity, p } from '@mikro-orm/core';

const SweepCandidateSchema = defineEntity({
  name: 'SweepCandidate',
  tableName: 'sweep_candidates',
  indexes: [{ properties: ['kind', 'seen_at'] }],
  properties: {
    /**
     * The path: `uploads/…`, `private/…`, or `away/…` for a trashed picture in the private storage. For an unused
     * picture of the sample content, `media/` and the id of its item.
     */
    file: p.text().primary(),
    kind: p.text().$type<SweptKind>(),
    /** The time of the first sweep that found no row for the file. */
    first_seen: p.datetime(),
    seen_at: p.datetime(),
  },
});

/**
 * Where the file is. `away` is the private storage of pictures that only the trash or an earlier version
 * needs.
 */
export type SweptKind = 'uploads' | 'private' | 'away' | 'samples';

/**
 * A file that no row names. The candidates are stored in the database, so that all instances share them and a
 * restart does not lose them.
 */
export class SweepCandidate extends SweepCandidateSchema.class {}

SweepCandidateSchema.setClass(SweepCandidate);
