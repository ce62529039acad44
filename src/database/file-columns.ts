import {
  type AnyEntity,
  type EntityClass,
  type EntityMetadata,
  EntitySchema,
  TextType,
} from '@mikro-orm/core';
import type { Holding } from './columns.ts';

/** A stored picture's path, or a web address. The files of a path are kept as long as a column contains the path. */
export class PicturePath extends TextType {
  get holds(): Holding {
    return 'nothing';
  }
}

/**
 * The path of a picture of the library. A row whose `is_attached` is true does not keep the file. The file is deleted
 * when no other column contains the path.
 */
export class LibraryPath extends PicturePath {}

/** The path of a picture whose files are kept, although visitors get them only while a row shows the picture. */
export class HeldPicturePath extends TextType {
  get holds(): Holding {
    return 'nothing';
  }
}

/** The key of a private file. The file is kept as long as a column contains the key. */
export class PrivateFileKey extends TextType {
  get holds(): Holding {
    return 'file';
  }
}

export interface FileColumn {
  table: string;
  column: string;
  /** Rows where this column is true do not keep the file. */
  unless?: string;
}

type Described = Pick<EntityMetadata, 'className' | 'tableName'> & { properties: Record<string, unknown> };
export function entityMetadataOf(entities: readonly (EntityClass<AnyEntity> | EntitySchema)[]): Described[] {
  return entities.map((entity) => {
    const meta = (entity instanceof EntitySchema ? entity : EntitySchema.REGISTRY.get(entity))?.meta;
    if (!meta?.tableName) throw new Error(`${entity.name} names no table`);
    return meta;
  });
}

type FileType = typeof PicturePath | typeof LibraryPath | typeof HeldPicturePath | typeof PrivateFileKey;

export function pictureColumnsOf(entities: Iterable<Described>): FileColumn[] {
  return columnsOf(entities, PicturePath);
}

export function heldPictureColumnsOf(entities: Iterable<Described>): FileColumn[] {
  return columnsOf(entities, HeldPicturePath);
}

export function privateColumnsOf(entities: Iterable<Described>): FileColumn[] {
  return columnsOf(entities, PrivateFileKey);
}

function columnsOf(entities: Iterable<Described>, type: FileType): FileColumn[] {
  return [...entities].flatMap((entity) =>
    Object.entries(entity.properties)
      .filter(([, property]) => isOfType(property as Property, type))
      .map(([name, property]) => ({
        ...columnOf(entity, name, property as Property),
        ...(isOfType(property as Property, LibraryPath) && { unless: 'is_attached' }),
      })),
  );
}

interface Property {
  type?: unknown;
  customType?: unknown;
  fieldName?: string;
  fieldNames?: string[];
}

/**
 * Returns whether a property has the wanted column type. Before MikroORM's discovery, when backups call this function,
 * `type` contains the type. Afterwards, only `customType` has the instance.
 */
function isOfType({ type, customType }: Property, wanted: FileType): boolean {
  const isSubclass = typeof type === 'function' && type.prototype instanceof wanted;
  return type === wanted || isSubclass || type instanceof wanted || customType instanceof wanted;
}

/**
 * Returns the table and the column of a property. @throws {Error} when the name of the column cannot be determined,
 * because the sweep of unused files would then delete the files of this column
 */
function columnOf({ className, tableName }: Described, name: string, property: Property): FileColumn {
  const column = property.fieldNames?.[0] ?? property.fieldName ?? name;
  const isPlain = [tableName, column].every((word) => /^[a-z][a-z\d_]*$/.test(word ?? ''));
  if (!isPlain || column !== name) {
    throw new Error(
      `the column of ${className}.${name} names files, but its name cannot be determined: give the entity a tableName, and the property the name of its column`,
    );
  }
  return { table: tableName, column };
}
