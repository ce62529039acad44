import type { PostedFormResult } from '../../../src/shared/page-renderer.ts';
import type { SiteSettings } from '../../../src/shared/settings/site-settings.ts';
import { FailedPage } from '../failures/failed-page.tsx';
import { MissingPage } from '../failures/missing-page.tsx';
import { rowOfPage } from '../head/page-row.ts';
import { SiteLayout } from '../layout/site-layout.tsx';
import { PlacedPagesContext } from '../blocks/custom-sections.tsx';
import type { Alternate } from './page-languages.ts';
import { type LoadedPage, routeOfLoadedPage } from './load-page.ts';
import { PostedFormContext } from './page-route.tsx';
import { SiteContext, useSiteSettings } from './site-context.ts';

interface SiteAppProps {
  pathname: string;
  page: LoadedPage;
  site: SiteSettings;
  posted: PostedFormResult | undefined;
  alternates: readonly Alternate[];
  /**
   * The time in ISO 8601 format at which the link to a draft expires. Set only for a page that is opened with
   * such a link.
   */
  validUntil?: string | undefined;
}

/**
 * A public page. The page is rendered on the server and never hydrated, so its components have no event
 * handlers and no state.
 */
export function SiteApp({ pathname, page, site, posted, alternates, validUntil }: SiteAppProps) {
  return (
    <SiteContext value={site}>
      {validUntil && <DraftPreviewBanner validUntil={validUntil} />}
      <SiteLayout pathname={pathname} isLanding={isLanding(page)} alternates={alternates}>
        <PostedFormContext value={posted}>
          <PlacedPagesContext value={page.outcome === 'found' ? page.placed : []}>
            <PageView page={page} />
          </PlacedPagesContext>
        </PostedFormContext>
      </SiteLayout>
    </SiteContext>
  );
}

/**
 * The notice for people who have opened a link to a draft: the page is a draft, and the link is valid until a
 * certain day.
 */
function DraftPreviewBanner({ validUntil }: { validUntil: string }) {
  const { texts, formats } = useSiteSettings();
  return <aside className="preview-bar">{texts.preview.notice(formats.day(validUntil))}</aside>;
}

function isLanding(page: LoadedPage): boolean {
  const row = rowOfPage(page);
  return row?.kind === 'page' && row.page.place === 'Landing page';
}

function PageView({ page }: { page: LoadedPage }) {
  const route = routeOfLoadedPage(page);
  if (page.outcome === 'found' && route) return route.render(page.data);
  return page.outcome === 'missing' ? <MissingPage /> : <FailedPage />;
}
