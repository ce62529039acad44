import { defineEntity, p } from '@mikro-orm/core';
import type { OpenedName } from '../../shared/module-facts.ts';
import { User } from '../users/user.entity.ts';

const AutosaveSchema = defineEntity({
  name: 'Autosave',
  tableName: 'working_copies',
  indexes: [{ properties: ['module', 'item_id'] }, { properties: ['saved_at'] }],
  uniques: [{ properties: ['user', 'opening'] }],
  properties: {
    id: p.integer().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    module: p.text().$type<OpenedName>(),
    /** Null for a row that is not created yet. */
    item_id: p.integer().nullable(),
    /** Identifies one opening of a form, as in the browser's own journal. */
    opening: p.text(),
    /** The row's `version` when the form was opened. */
    base_version: p.integer().nullable(),
    /** The members of the form that were changed, as JSON text. */
    fields: p.text(),
    /** When the first words were stored. */
    since: p.datetime(),
    saved_at: p.datetime(),
  },
});

/** Unsaved words of a form. Only their author reads them. */
export class Autosave extends AutosaveSchema.class {}

AutosaveSchema.setClass(Autosave);
