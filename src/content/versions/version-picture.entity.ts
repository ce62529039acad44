import { defineEntity, p } from '@mikro-orm/core';
import { Version } from './version.entity.ts';

const VersionPictureSchema = defineEntity({
  name: 'VersionPicture',
  tableName: 'version_pictures',
  properties: {
    version: () => p.manyToOne(Version).primary().deleteRule('cascade').index(false),
    /** No foreign key: the library may delete a picture that only versions show. */
    media_id: p.integer().primary().index(),
  },
});

/** A picture of the library in the texts of a version. */
export class VersionPicture extends VersionPictureSchema.class {}

VersionPictureSchema.setClass(VersionPicture);
