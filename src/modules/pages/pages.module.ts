import type { Block } from '../../shared/column-types.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { defineModule } from '../../content/module/define-module.ts';
import { isFixedPlace, pageColumns } from './pages.facts.ts';

export const pagesModule = defineModule('pages', {
  columns: pageColumns,
  missing: 'There is no such page.',
  title: 'title',
  logged: ['title'],
  search: ['title', 'intro', 'blocks'],
  indexes: [
    ['created_at', 'id'],
    ['place', 'created_at', 'id'],
    ['is_published', 'created_at', 'id', 'published_at', 'unpublish_at'],
    ['place', 'is_published', 'created_at', 'id', 'published_at', 'unpublish_at'],
    ['is_published', 'unpublish_at'],
    ['is_published', 'announced_at', 'published_at'],
    ['is_published', 'is_in_sitemap', 'id', 'updated_at', 'published_at', 'unpublish_at', 'slug'],
  ],
  summaries: {
    list: 'List pages, drafts included',
    create: 'Add a page',
    update: 'Change a page',
    remove: 'Delete a page',
  },
  // Long blocks, in UTF-8 or as JSON with every character escaped.
  textBytes: 2 * 1024 * 1024,
  derive: (row) => {
    expectOneForm(row);
    return isFixedPlace(row.place) ? { slug: null, is_in_sitemap: false } : {};
  },
  lists: { filters: ['place', 'is_published'], groups: 'place' },
});

/**
 * One form, because its ids and the script that sets the focus assume so; none on a fixed page, which may
 * have one already; one file field. @throws {RuleBroken}
 */
function expectOneForm({ place, blocks }: { place: string; blocks: Block[] | null }): void {
  const forms = (blocks ?? []).flatMap((block, at) => (block.kind === 'form' ? [{ block, at }] : []));
  if (forms[0] && isFixedPlace(place)) {
    const problem = 'A form needs a page of its own. A call to action can lead there.';
    throw RuleBroken.of(`blocks.${forms[0].at}`, problem);
  }
  if (forms[1]) throw RuleBroken.of(`blocks.${forms[1].at}`, 'A page may have one form');
  for (const { block, at } of forms) {
    const files = (block.fields as { type: string }[]).flatMap(({ type }, place) =>
      type === 'File' ? place : [],
    );
    if (files.length > 1)
      throw RuleBroken.of(`blocks.${at}.fields.${files[1]}.type`, 'A form may take one file');
  }
}
