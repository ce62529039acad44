import type { PostedForm } from '../../../src/shared/page-renderer.ts';
import type { SiteSettings } from '../../../src/shared/settings/site.ts';
import { FailedPage } from '../failures/failed-page.tsx';
import { MissingPage } from '../failures/missing-page.tsx';
import { rowOf } from '../head/page-record.ts';
import { SiteLayout } from '../layout/site-layout.tsx';
import { PlacedPagesContext } from '../blocks/custom-sections.tsx';
import { type LoadedPage, routeOf } from './load-page.ts';
import { PostedFormContext } from './page-route.tsx';
import { SiteContext, useSite } from './site-context.ts';

interface SiteAppProps {
  pathname: string;
  page: LoadedPage;
  site: SiteSettings;
  posted: PostedForm | undefined;
  /** The time in ISO 8601 format at which the link to a draft expires. Set only if such a link shows the page. */
  validUntil?: string | undefined;
}

/**
 * A public page. It is rendered on the server and never hydrated, so components have no events and no state.
 */
export function SiteApp({ pathname, page, site, posted, validUntil }: SiteAppProps) {
  return (
    <SiteContext value={site}>
      {validUntil && <DraftPreviewBanner validUntil={validUntil} />}
      <SiteLayout pathname={pathname} isLanding={isLanding(page)}>
        <PostedFormContext value={posted}>
          <PlacedPagesContext value={page.outcome === 'found' ? page.placed : []}>
            <PageView page={page} />
          </PlacedPagesContext>
        </PostedFormContext>
      </SiteLayout>
    </SiteContext>
  );
}

/** Tells people who opened a link to a draft that the page is a draft, and how long the link is valid. */
function DraftPreviewBanner({ validUntil }: { validUntil: string }) {
  const { words, formats } = useSite();
  return <aside className="preview-bar">{words.preview.notice(formats.day(validUntil))}</aside>;
}

function isLanding(page: LoadedPage): boolean {
  const row = rowOf(page);
  return row?.kind === 'page' && row.page.place === 'Landing page';
}

function PageView({ page }: { page: LoadedPage }) {
  const route = routeOf(page);
  if (page.outcome === 'found' && route) return route.render(page.data);
  return page.outcome === 'missing' ? <MissingPage /> : <FailedPage />;
}
