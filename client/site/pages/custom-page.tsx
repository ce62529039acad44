import { isFixedPlace } from '../../../src/modules/pages/pages.facts.ts';
import { sitePaths } from '../../shared/site-paths.ts';
import type { ApiOutputs } from '../../api/types.ts';
import { definePage, metadataOfRow, type PageLoadInput, PageMovedError } from '../app/page-route.tsx';
import { PageOpening } from '../components/page-opening.tsx';
import { languageAttributes } from '../components/language-attributes.ts';
import type { ShownBlock } from '../../../src/shared/blocks/block-kinds.ts';
import { Blocks, stylesOfBlocks } from '../blocks/blocks.tsx';

type CustomPage = ApiOutputs['pages']['publishedOne']['page'];
interface OwnPageData {
  page: CustomPage;
}

/** A page that staff have built from blocks. */
function CustomPage({ data: { page } }: { data: OwnPageData }) {
  const { lang, dir } = languageAttributes(page);
  return (
    <article lang={lang} dir={dir}>
      <PageOpening title={page.title} lang={lang} dir={dir} lead={page.intro} />
      {/* The server leaves out blocks of an unknown kind. */}
      <Blocks blocks={page.blocks as ShownBlock[]} rows={page.rows} pageId={page.id} />
    </article>
  );
}

function ownPageAt(path: string, load: (request: PageLoadInput) => Promise<OwnPageData>) {
  return definePage<OwnPageData>({
    path,
    styles: ({ page }) => stylesOfBlocks(page.blocks),
    load,
    head: ({ page }) => ({
      ...metadataOfRow(page, { title: page.title, description: page.intro ?? '' }),
      ...(page.slug && { shortlink: `${sitePaths.pages}/${page.id}` }),
    }),
    Page: CustomPage,
  });
}

/**
 * The routes of custom pages, by id or by a path of one or two parts. These routes must be last in the route
 * table, because their patterns also match the paths of other pages.
 */
export const customPages = [
  ownPageAt(`${sitePaths.pages}/:id`, async ({ api, params }) => {
    const answer = await api.pages.publishedOne.query({ id: Number(params.id) });
    if (isFixedPlace(answer.page.place)) throw new PageMovedError(answer.page.path);
    return answer;
  }),
  ownPageAt('/:first', ({ api, params }) => api.pages.publishedBySlug.query({ slug: params.first! })),
  ownPageAt('/:first/:second', ({ api, params }) =>
    api.pages.publishedBySlug.query({ slug: `${params.first}/${params.second}` }),
  ),
];

export const customPagePaths: readonly string[] = customPages.map(({ path }) => path);
