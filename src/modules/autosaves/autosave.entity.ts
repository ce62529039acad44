import { defineEntity, p } from '@mikro-orm/core';
import type { EditedKind } from '../../shared/module-facts.ts';
import { User } from '../users/user.entity.ts';

export const AutosaveSchema = defineEntity({
  name: 'Autosave',
  tableName: 'working_copies',
  indexes: [{ properties: ['module', 'item_id'] }, { properties: ['saved_at'] }],
  uniques: [{ properties: ['user', 'opening'] }],
  properties: {
    id: p.integer().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    module: p.text().$type<EditedKind>(),
    /** Null for a row that is not created yet. */
    item_id: p.integer().nullable(),
    /** Identifies one opening of a form. The browser's local copy uses the same id. */
    opening: p.text(),
    /** The row's `version` when the form was opened. */
    base_version: p.integer().nullable(),
    /** The changed fields of the form, as JSON text. */
    fields: p.text(),
    /** When unsaved input was first stored since the user opened the form. */
    since: p.datetime(),
    saved_at: p.datetime(),
  },
});

/** The unsaved input of one opening of a form. Only the user who opened the form can read it. */
export class Autosave extends AutosaveSchema.class {}

AutosaveSchema.setClass(Autosave);
