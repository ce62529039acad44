import type { TransferContent, TransferItem } from '../content/module/transfer-content.ts';
import { joinUses, type PictureUses, findUses } from '../pictures/media-uses.service.ts';
import { withLinkedFileIds } from '../shared/library-files.ts';
import { type ActivityModule, idKeyOf, mediaFacts } from '../shared/module-facts.ts';
import { withMediaIds } from '../shared/writing/media-ids.ts';
import { siteContents } from './site-content.ts';

/** The ids that the items of an export get in this database. */
export class NewIds {
  readonly #ids = new Map<string, number | undefined>();

  /** Records the new id of an item. If `newId` is undefined, the item was not imported. */
  set(content: string, id: number | string, newId: number | undefined): void {
    this.#ids.set(`${content} ${id}`, newId);
  }

  /**
   * Returns the id that an item of the export has in this database. Returns undefined for an item that was not
   * imported.
   */
  idHere(content: string, id: number): number | undefined {
    const key = `${content} ${id}`;
    return this.#ids.has(key) ? this.#ids.get(key) : id;
  }

  /**
   * Returns an entry of the activity log with the new id of its item. Returns the entry unchanged if the id
   * is the same or the item was not imported.
   */
  mapped(item: TransferItem): TransferItem {
    const { module, item_id, metadata } = item as Partial<{
      module: ActivityModule;
      item_id: number;
      metadata: object;
    }>;
    const content = module && siteContents.find((one) => one.module === module);
    const id = content && this.#ids.get(`${content.name} ${item_id}`);
    if (id === undefined) return item;
    return { ...item, item_id: id, metadata: { ...metadata, [idKeyOf(module!)]: id } } as TransferItem;
  }

  readonly #seen = new Set<string>();

  /**
   * Records that the export contains an item. Rows may only refer to such items, because another row here may
   * have the id of an item that is missing from the export.
   */
  see(content: string, id: number): void {
    this.#seen.add(`${content} ${id}`);
  }

  /**
   * Returns the id that an item has in this database. Returns 0 for an item that was not imported or is
   * missing from the export.
   */
  #idOf(content: string, id: number): number {
    return this.#seen.has(`${content} ${id}`) ? (this.idHere(content, id) ?? 0) : 0;
  }

  /**
   * Replaces the ids by which a row refers to other rows with their new ids. The id of a row that was not imported
   * becomes null, or 0 in blocks.
   */
  nameRows({ references = [], renameInBlocks }: TransferContent, row: Record<string, unknown>): void {
    for (const { name, content } of references) {
      const id = row[name] as number | null;
      row[name] = id ? this.#idOf(content, id) || null : null;
    }
    renameInBlocks?.(row, (content, id) => this.#idOf(content, id));
  }

  /** Replaces the ids of library files in a row with their new ids. Returns the new ids by column. */
  namePictures({ texts = [], namePictures }: TransferContent, row: Record<string, unknown>): PictureUses {
    const idOf = (id: number) => this.idHere(mediaFacts.file, id) ?? 0;
    for (const name of texts) row[name] = withLinkedFileIds(withMediaIds(String(row[name]), idOf), idOf);
    const inTexts = findUses(Object.fromEntries(texts.map((name) => [name, String(row[name])])));
    return joinUses(inTexts, namePictures?.(row, idOf));
  }
}
