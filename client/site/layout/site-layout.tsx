import './site-layout.css';
import '../components/button.css';
import type { ReactNode } from 'react';
import { useSiteSettings } from '../app/site-context.ts';
import type { Alternate } from '../app/page-languages.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

interface SiteLayoutProps {
  pathname: string;
  /**
   * Whether the page is a landing page. A landing page has neither menus nor the contact section, so that
   * visitors do not leave the page.
   */
  isLanding: boolean;
  alternates: readonly Alternate[];
  children: ReactNode;
}

/** The frame of every public page: skip link, header, main element and footer. */
export function SiteLayout({ pathname, isLanding, alternates, children }: SiteLayoutProps) {
  return (
    <>
      <a className="skip-link" href="#main">
        {useSiteSettings().texts.layout.skip}
      </a>
      <LanguageSwitch alternates={alternates} />
      <SiteHeader pathname={pathname} isLanding={isLanding} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter pathname={pathname} isLanding={isLanding} />
    </>
  );
}
