import { downloadsIn } from './clean-post.ts';
import { picturesIn } from './html-parts.ts';
import type { IncomingPage, IncomingPicture, IncomingPost, PageSection } from './incoming.ts';
import { isOfSite } from './same-site.ts';

export interface NamedFiles {
  pictures: string[];
  downloads: string[];
}

/** Returns the addresses of the pictures and downloads that an item shows or links to, each once. */
export function namedFiles(item: IncomingPost | IncomingPage, site: string | undefined): NamedFiles {
  const inSections = 'sections' in item ? picturesOfSections(item.sections) : [];
  const all = [...(item.picture ? [item.picture] : []), ...inSections, ...picturesIn(item.html)];
  const pictures = new Set(all.map(({ address }) => address).filter((address) => !/^data:/i.test(address)));
  return {
    pictures: [...pictures],
    downloads: downloadsIn(item.html).filter((address) => isOfSite(address, site)),
  };
}

export function picturesOfSections(sections: readonly PageSection[]): IncomingPicture[] {
  return sections.flatMap((section) => {
    if (section.kind === 'split') return section.picture;
    if (section.kind === 'gallery') return section.pictures;
    return section.kind === 'cards' ? section.entries.flatMap((entry) => entry.picture ?? []) : [];
  });
}
