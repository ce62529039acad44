import { defineEntity, p } from '@mikro-orm/core';

const SweepCandidateSchema = defineEntity({
  name: 'SweepCandidate',
  tableName: 'sweep_candidates',
  indexes: [{ properties: ['kind', 'seen_at'] }],
  properties: {
    /** Its folder and name: `uploads/…`, `private/…`, or `away/…` for a picture that lies in the private storage. */
    file: p.text().primary(),
    kind: p.text().$type<SweptKind>(),
    /** The sweep that first found no row which names it. */
    first_seen: p.datetime(),
    /** The last one that did. */
    seen_at: p.datetime(),
  },
});

/** Served pictures, documents of visitors, and pictures of rows in the trash. */
export type SweptKind = 'uploads' | 'private' | 'away';

/** A file that no row names. The list is shared by all instances, and outlives a start. */
export class SweepCandidate extends SweepCandidateSchema.class {}

SweepCandidateSchema.setClass(SweepCandidate);
