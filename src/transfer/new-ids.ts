import type { SiteContent, SiteItem } from '../content/module/content-of.ts';
import { joinUses, type Used, usedIn } from '../pictures/media-uses.service.ts';
import { withLinkedFileIds } from '../shared/library-files.ts';
import { type ActivityModule, idKeyOf, mediaFacts } from '../shared/module-facts.ts';
import { withMediaIds } from '../shared/writing/media-ids.ts';
import { siteContents } from './site-content.ts';

/** The ids that the items of an import have here, as far as they differ from those in the export. */
export class NewIds {
  readonly #ids = new Map<string, number | undefined>();

  /** Undefined: the item was refused. */
  set(content: string, id: number | string, newId: number | undefined): void {
    this.#ids.set(`${content} ${id}`, newId);
  }

  /** Returns undefined for a refused item. */
  idHere(content: string, id: number): number | undefined {
    const key = `${content} ${id}`;
    return this.#ids.has(key) ? this.#ids.get(key) : id;
  }

  /** Returns an entry of the log with the id that its item has here. */
  mapped(item: SiteItem): SiteItem {
    const { module, item_id, metadata } = item as Partial<{
      module: ActivityModule;
      item_id: number;
      metadata: object;
    }>;
    const content = module && siteContents.find((one) => one.module === module);
    const id = content && this.#ids.get(`${content.name} ${item_id}`);
    if (id === undefined) return item;
    return { ...item, item_id: id, metadata: { ...metadata, [idKeyOf(module!)]: id } } as SiteItem;
  }

  readonly #seen = new Set<string>();

  /** Call it for each item of the export. Rows may refer only to these, because another row may have the same id here. */
  see(content: string, id: number): void {
    this.#seen.add(`${content} ${id}`);
  }

  /** Returns 0 for a row that the export does not have, and for a refused one. */
  #idOf(content: string, id: number): number {
    return this.#seen.has(`${content} ${id}`) ? (this.idHere(content, id) ?? 0) : 0;
  }

  /** Gives the rows that the row refers to the ids that they have here, or null. */
  nameRows({ references = [], renameInBlocks }: SiteContent, row: Record<string, unknown>): void {
    for (const { name, content } of references) {
      const id = row[name] as number | null;
      row[name] = id ? this.#idOf(content, id) || null : null;
    }
    renameInBlocks?.(row, (content, id) => this.#idOf(content, id));
  }

  /** Gives the pictures that the row names the ids that they have here. Returns the ids by column. */
  namePictures({ texts = [], namePictures }: SiteContent, row: Record<string, unknown>): Used {
    const idOf = (id: number) => this.idHere(mediaFacts.file, id) ?? 0;
    for (const name of texts) row[name] = withLinkedFileIds(withMediaIds(String(row[name]), idOf), idOf);
    const inTexts = usedIn(Object.fromEntries(texts.map((name) => [name, String(row[name])])));
    return joinUses(inTexts, namePictures?.(row, idOf));
  }
}
