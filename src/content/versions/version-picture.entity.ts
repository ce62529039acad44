import { defineEntity, p } from '@mikro-orm/core';
import { Version } from './version.entity.ts';

export const VersionPictureSchema = defineEntity({
  name: 'VersionPicture',
  tableName: 'version_pictures',
  properties: {
    version: () => p.manyToOne(Version).primary().deleteRule('cascade').index(false),
    /** There is no foreign key, because the library may delete a picture that only versions show. */
    media_id: p.integer().primary().index(),
  },
});

/** A picture of the library that a version shows. */
export class VersionPicture extends VersionPictureSchema.class {}

VersionPictureSchema.setClass(VersionPicture);
