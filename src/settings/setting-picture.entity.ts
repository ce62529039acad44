import { defineEntity, p } from '@mikro-orm/core';
import { PicturePath } from '../database/file-columns.ts';

/**
 * The version of an upload that no group names yet. Its row lets the form and the preview load the picture, and is
 * deleted after a day.
 */
export const unsaved = 0;

export const SettingPictureSchema = defineEntity({
  name: 'SettingPicture',
  tableName: 'setting_pictures',
  indexes: [{ properties: ['group_name', 'version'] }, { properties: ['image'] }],
  properties: {
    id: p.integer().primary(),
    group_name: p.text(),
    version: p.integer(),
    image: p.type(PicturePath),
  },
});

/** A picture that a stored version of a group of the settings names. Its file exists as long as the version does. */
export class SettingPicture extends SettingPictureSchema.class {}

SettingPictureSchema.setClass(SettingPicture);
