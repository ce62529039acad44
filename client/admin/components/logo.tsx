import { useComputedColorScheme } from '@mantine/core';
import { initialOf } from '../../../src/shared/brand/brand-look.ts';
import type { ShownLogo } from '../../../src/shared/brand/site-logo.ts';
import type { Language } from '../../../src/shared/settings/fields/region.ts';
import { Logo as Sign } from '../../shared/logo.tsx';
import { readDocument, useDocumentVersion } from '../core/panel-document.ts';
import classes from './components.module.css';

/** The name is text, unless the picture already contains it. */
export function Logo({ size = 24 }: { size?: number }) {
  const theme = useComputedColorScheme('light');
  useDocumentVersion();
  const name = siteName();
  const own = siteLogo();
  // Without a variant for the dark theme, the picture would need a light box around it.
  const hasBox = theme === 'dark' && own.picture?.dark === null;
  const logo: ShownLogo = hasBox ? { letter: initialOf(name, siteLanguage()) } : own;
  return (
    <span className={classes.brand} role="img" aria-label={name}>
      <Sign logo={logo} name={name} size={size} theme={theme} />
      {!logo.picture?.hasName && <span aria-hidden="true">{name}</span>}
    </span>
  );
}

/** From the panel's document, or 'Admin'. */
export function siteName(): string {
  return readDocument('application-name') ?? 'Admin';
}

/**
 * The language of the site's texts, which browsers need for hyphenation. Undefined for English, the panel's language.
 */
export function siteLanguage(): Language | undefined {
  const content = readDocument('content-language');
  // The cast is safe, because our own server has written the content.
  return content as Language | undefined;
}

/** From the panel's document. Empty for the default logo. */
export function siteLogo(): ShownLogo {
  const content = readDocument('logo');
  // The cast is safe, because our own server has written the content.
  return content ? (JSON.parse(content) as ShownLogo) : {};
}
