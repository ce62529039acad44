import { useComputedColorScheme } from '@mantine/core';
import { initialOf } from '../../../src/shared/brand/brand-look.ts';
import type { ShownLogo } from '../../../src/shared/brand/site-logo.ts';
import type { Language } from '../../../src/shared/settings/fields/region.ts';
import { Logo as Sign } from '../../shared/logo.tsx';
import { useDocumentVersion } from '../core/panel-document.ts';
import classes from './components.module.css';

/**
 * The company's logo and name. The name is shown as text, unless the picture of the logo already contains the
 * name.
 */
export function Logo({ size = 24 }: { size?: number }) {
  const theme = useComputedColorScheme('light');
  useDocumentVersion();
  const name = siteName();
  const own = siteLogo();
  // Without a variant for dark backgrounds, the picture would need a light box around it.
  const hasBox = theme === 'dark' && own.picture?.dark === null;
  const logo: ShownLogo = hasBox ? { letter: initialOf(name, siteLanguage()) } : own;
  return (
    <span className={classes.brand} role="img" aria-label={name}>
      <Sign logo={logo} name={name} size={size} theme={theme} />
      {!logo.picture?.hasName && <span aria-hidden="true">{name}</span>}
    </span>
  );
}

/**
 * Returns the name of the site, which the server writes into the panel's document. Returns 'Admin' if the
 * document contains no name.
 */
export function siteName(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? 'Admin';
}

/**
 * Returns the language of the site's texts, from the panel's document. Returns undefined for English, which is the
 * language of the panel. Browsers need the language for the hyphenation of these texts.
 */
export function siteLanguage(): Language | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name="content-language"]')?.content;
  // The cast is safe, because our own server has written the content.
  return content as Language | undefined;
}

/**
 * Returns the company's logo, which the server writes into the panel's document. Returns an empty object if
 * the site has the default logo.
 */
export function siteLogo(): ShownLogo {
  const content = document.querySelector<HTMLMetaElement>('meta[name="logo"]')?.content;
  // The cast is safe, because our own server has written the content.
  return content ? (JSON.parse(content) as ShownLogo) : {};
}
