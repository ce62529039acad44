import { defineEntity, p } from '@mikro-orm/core';

export const SweepCandidateSchema = defineEntity({
  name: 'SweepCandidate',
  tableName: 'sweep_candidates',
  indexes: [{ properties: ['kind', 'seen_at'] }],
  properties: {
    /**
     * The path: `uploads/…` or `private/…`. For an unused picture of the sample content, `media/` and the id of its item.
     * For an upload that the settings do not name yet, `setting_pictures/` and the id of its row.
     */
    file: p.text().primary(),
    kind: p.text().$type<SweptKind>(),
    /** The time of the first sweep that found no row for the file. */
    first_seen: p.datetime(),
    seen_at: p.datetime(),
  },
});

export type SweptKind = 'uploads' | 'private' | 'samples' | 'unsaved';

/**
 * A file that no row names. The candidates are stored in the database, so that all instances share them and a
 * restart does not lose them.
 */
export class SweepCandidate extends SweepCandidateSchema.class {}

SweepCandidateSchema.setClass(SweepCandidate);
