import { defineEntity, p } from '@mikro-orm/core';

const ErasureSchema = defineEntity({
  name: 'Erasure',
  tableName: 'erasures',
  properties: {
    id: p.integer().primary(),
    created_at: p.datetime(),
    /** The name of the user who started the erasure. */
    user_name: p.text(),
    /** A note of staff, such as the number of a letter. May be `''`. */
    reference: p.text(),
    /** How many rows were erased, by table. */
    counts: p.json<Record<string, number>>(),
    /** False while it runs, and after it was interrupted. */
    is_done: p.boolean(),
  },
});

/**
 * Proves that a person was erased. Contains nothing about the person, because even a hash of an address could be
 * guessed.
 */
export class Erasure extends ErasureSchema.class {}

ErasureSchema.setClass(Erasure);
