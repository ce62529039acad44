import type { ApiOutputs } from '../../api/types.ts';
import { sitePaths } from '../../shared/site-paths.ts';
import { customPagePaths } from '../pages/custom-page.tsx';
import type { LoadedPage } from '../app/load-page.ts';
import type { Member } from '../components/portrait.tsx';

type Post = ApiOutputs['blog']['publishedOne']['post'];
type Job = ApiOutputs['jobs']['openOne']['job'];
type CustomPage = ApiOutputs['pages']['publishedOne']['page'];
type Project = ApiOutputs['portfolio']['publishedOne']['portfolio'];

/** The row that a page shows, such as a post or a job. */
export type PageRow =
  | { kind: 'post'; post: Post; author?: Member | undefined }
  | { kind: 'job'; job: Job }
  | { kind: 'project'; project: Project }
  | { kind: 'page'; page: CustomPage };

/** Returns the stored row without the `kind` of the page. */
export function storedRow(row: PageRow) {
  if (row.kind === 'page') return row.page;
  return row.kind === 'post' ? row.post : row.kind === 'job' ? row.job : row.project;
}

/** Returns the row that a page shows, or undefined for a page that does not belong to a single row. */
export function rowOfPage(page: LoadedPage): PageRow | undefined {
  if (page.outcome !== 'found') return undefined;
  // Each page has the result of its own `load`, so the casts are safe.
  switch (page.path) {
    case `${sitePaths.blog}/:id`:
      return { kind: 'post', ...(page.data as { post: Post; author?: Member | undefined }) };
    case `${sitePaths.career}/:id`:
      return { kind: 'job', job: (page.data as { job: Job }).job };
    case `${sitePaths.portfolio}/:id`:
      return { kind: 'project', project: (page.data as { portfolio: Project }).portfolio };
    default:
      return customPagePaths.includes(page.path)
        ? { kind: 'page', page: (page.data as { page: CustomPage }).page }
        : undefined;
  }
}
