import {
  type AnyEntity,
  type EntityClass,
  type EntityMetadata,
  EntitySchema,
  TextType,
} from '@mikro-orm/core';
import type { PersonalDataKind } from './columns.ts';

/** A stored picture's path, or a web address. Files are kept while a column contains their path. */
export class PicturePath extends TextType {
  get holds(): PersonalDataKind {
    return 'nothing';
  }
}

/** The path of a picture of the library. A row with `is_attached` does not keep the file. */
export class LibraryPath extends PicturePath {}

/** The path of a picture whose files are kept, but served only while a row shows it. */
export class RetainedPicturePath extends TextType {
  get holds(): PersonalDataKind {
    return 'nothing';
  }
}

/** The key of a private file, which is kept while a column contains the key. */
export class PrivateFileKey extends TextType {
  get holds(): PersonalDataKind {
    return 'file';
  }
}

export interface FileColumn {
  table: string;
  column: string;
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

type FileType = typeof PicturePath | typeof LibraryPath | typeof RetainedPicturePath | typeof PrivateFileKey;

export function pictureColumnsOf(entities: Iterable<Described>): FileColumn[] {
  return columnsOf(entities, PicturePath);
}

export function retainedPictureColumnsOf(entities: Iterable<Described>): FileColumn[] {
  return columnsOf(entities, RetainedPicturePath);
}

export function privateFileColumnsOf(entities: Iterable<Described>): FileColumn[] {
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

/** Before MikroORM's discovery, as in backups, `type` has the type. Afterwards, only `customType` has it. */
function isOfType({ type, customType }: Property, columnType: FileType): boolean {
  const isSubclass = typeof type === 'function' && type.prototype instanceof columnType;
  return type === columnType || isSubclass || type instanceof columnType || customType instanceof columnType;
}

/** @throws {Error} when the name of the column cannot be determined, because the sweep would then delete its files */
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
