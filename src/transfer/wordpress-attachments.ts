import type { IncomingPicture, OldAddress } from './incoming.ts';
import { addressesOf } from './wordpress-old-addresses.ts';
import { metaOf, textOf, type XmlElement } from './xml-items.ts';

export interface Attachment extends IncomingPicture {
  id: string;
  /** The addresses of the attachment page, which shows the file on the other site. */
  pages: string[];
  order: number;
}

/** The files of the other site's library. */
export interface Attachments {
  add(item: XmlElement): void;
  get(id: string): Attachment | undefined;
  /** Returns the files that were uploaded to a post or page, in their order on the other site. */
  uploadedTo(parent: string): Attachment[];
  /** Returns the addresses of the attachment pages of all files. */
  pages(): OldAddress[];
}

const isPicture = /\.(?:jpe?g|png|gif|webp|avif)(?:[?#].*)?$/i;

export function createAttachments(): Attachments {
  const byId = new Map<string, Attachment>();
  const byParent = new Map<string, Attachment[]>();
  return {
    pages: () =>
      [...byId.values()].flatMap(({ address, pages }) =>
        pages.map((path) => ({ path, lists: { file: address } })),
      ),
    add: (item) => {
      const id = textOf(item, 'wp:post_id');
      if (!id) return;
      const attachment: Attachment = {
        id,
        address: textOf(item, 'wp:attachment_url'),
        // Most WordPress themes use the caption as the description of a picture without its own description.
        alt: metaOf(item, '_wp_attachment_image_alt') || textOf(item, 'excerpt:encoded'),
        pages: addressesOf(item),
        order: Number(textOf(item, 'wp:menu_order')) || 0,
      };
      byId.set(id, attachment);
      const parent = textOf(item, 'wp:post_parent');
      if (!Number(parent)) return;
      const uploaded = byParent.get(parent);
      if (uploaded) uploaded.push(attachment);
      else byParent.set(parent, [attachment]);
    },
    get: (id) => byId.get(id),
    uploadedTo: (parent) =>
      (byParent.get(parent) ?? []).toSorted((a, b) => a.order - b.order || Number(a.id) - Number(b.id)),
  };
}

export function picturesAmong(attachments: readonly Attachment[]): Attachment[] {
  return attachments.filter(({ address }) => isPicture.test(address));
}
