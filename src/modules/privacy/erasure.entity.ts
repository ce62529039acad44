import { defineEntity, p } from '@mikro-orm/core';
import { jsonColumn, textColumn } from '../../database/columns.ts';

export const ErasureSchema = defineEntity({
  name: 'Erasure',
  tableName: 'erasures',
  properties: {
    id: p.integer().primary(),
    created_at: p.datetime(),
    /** The name of the user who started the erasure. */
    user_name: textColumn('colleague'),
    /** A note of staff, such as the number of a letter, or an empty text. */
    reference: textColumn('nothing'),
    /** How many rows were erased, by table. */
    counts: jsonColumn<Record<string, number>>('nothing'),
    /** False while the erasure runs, and after an interruption. */
    is_done: p.boolean(),
  },
});

/**
 * The proof that a person was erased. It has nothing of the person, not even a hash of the address, which could be
 * guessed.
 */
export class Erasure extends ErasureSchema.class {}

ErasureSchema.setClass(Erasure);
