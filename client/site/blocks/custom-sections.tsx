import { createContext, use } from 'react';
import type { ShownBlock } from '../../../src/shared/blocks/block-kinds.ts';
import type { ApiOutputs } from '../../api/types.ts';
import { languageAttributes } from '../components/language-attributes.ts';
import { Blocks } from './blocks.tsx';

export type PlacedPage = ApiOutputs['pages']['placed']['pages'][number];

/**
 * The custom pages that staff have placed on the rendered fixed page, for example on the about page. The fixed page
 * shows their blocks.
 */
export const PlacedPagesContext = createContext<readonly PlacedPage[]>([]);

/** The blocks that staff have placed on a fixed page, for example on the about page. */
export function CustomSections() {
  return use(PlacedPagesContext).map((page) => (
    <Blocks
      key={page.id}
      blocks={page.blocks as ShownBlock[]}
      rows={page.rows}
      pageId={page.id}
      language={languageAttributes(page)}
    />
  ));
}
