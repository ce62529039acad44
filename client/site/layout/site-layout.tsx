import './site-layout.css';
import '../components/button.css';
import type { ReactNode } from 'react';
import { useSite } from '../app/site-context.ts';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

interface SiteLayoutProps {
  pathname: string;
  /** Shows neither menus nor the contact section, so that visitors stay on the page. */
  isLanding: boolean;
  children: ReactNode;
}

/** The frame of every public page. */
export function SiteLayout({ pathname, isLanding, children }: SiteLayoutProps) {
  return (
    <>
      <a className="skip-link" href="#main">
        {useSite().words.layout.skip}
      </a>
      <SiteHeader pathname={pathname} isLanding={isLanding} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter pathname={pathname} isLanding={isLanding} />
    </>
  );
}
