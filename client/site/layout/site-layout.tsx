import './site-layout.css';
import '../components/button.css';
import type { ReactNode } from 'react';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

interface SiteLayoutProps {
  pathname: string;
  isLoading: boolean;
  children: ReactNode;
}

/** What stands around every public page. */
export function SiteLayout({ pathname, isLoading, children }: SiteLayoutProps) {
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <SiteHeader pathname={pathname} />
      <div className="loading-line" role="status" data-loading={isLoading || undefined}>
        {isLoading && <span className="visually-hidden">Loading the page</span>}
      </div>
      <main id="main" tabIndex={-1} aria-busy={isLoading || undefined}>
        {children}
      </main>
      <SiteFooter />
    </>
  );
}
