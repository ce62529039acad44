import { defineEntity, p } from '@mikro-orm/core';
import { jsonColumn, textColumn } from '../../database/columns.ts';

export const ErasureSchema = defineEntity({
  name: 'Erasure',
  tableName: 'erasures',
  properties: {
    id: p.integer().primary(),
    created_at: p.datetime(),
    /** Who started the erasure. */
    user_name: textColumn('colleague'),
    /** A note of staff, such as the number of a letter. May be empty. */
    reference: textColumn('nothing'),
    /** The numbers of erased rows by table. */
    counts: jsonColumn<Record<string, number>>('nothing'),
    /** False while it runs, and after an interruption. */
    is_done: p.boolean(),
  },
});

/**
 * The proof that a person was erased. It has nothing of the person, not even a hash of the address, which could be
 * guessed.
 */
export class Erasure extends ErasureSchema.class {}

ErasureSchema.setClass(Erasure);
