import { useEffect } from 'react';
import { PostedFormContext } from './posted-form.ts';
import { FailedPage } from '../failures/failed-page.tsx';
import { MissingPage } from '../failures/missing-page.tsx';
import { SiteLayout } from '../layout/site-layout.tsx';
import { type PageSnapshot, routeOf } from './load-page.ts';
import { applyHead, headOf } from '../head/page-head.ts';
import { useShownPage } from './use-shown-page.ts';

/** The public site. `first` is what the server rendered; later pages are loaded here. */
export function App({ first }: { first: PageSnapshot }) {
  const { shown, isLoading, isFirst } = useShownPage(first);
  useEffect(() => {
    if (!isFirst) applyHead(headOf(shown.snapshot));
  }, [shown.snapshot, isFirst]);
  return (
    <SiteLayout pathname={shown.location.pathname} isLoading={isLoading}>
      <div key={shown.location.key} className={isFirst ? 'page' : 'page page-entering'}>
        <PageView snapshot={shown.snapshot} />
      </div>
    </SiteLayout>
  );
}

function PageView({ snapshot }: { snapshot: PageSnapshot }) {
  const route = routeOf(snapshot);
  if (snapshot.outcome === 'found' && route)
    return <PostedFormContext value={snapshot.posted}>{route.render(snapshot.data)}</PostedFormContext>;
  return snapshot.outcome === 'missing' ? <MissingPage /> : <FailedPage />;
}
