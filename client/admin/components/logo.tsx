import { useComputedColorScheme } from '@mantine/core';
import type { ShownLogo } from '../../../src/shared/brand/site-logo.ts';
import { Logo as Sign } from '../../shared/logo.tsx';
import { useDocumentVersion } from '../core/panel-document.ts';
import classes from './components.module.css';

/** The company's logo with its name. */
export function Logo({ size = 24 }: { size?: number }) {
  const theme = useComputedColorScheme('light');
  useDocumentVersion();
  const [logo, name] = [siteLogo(), siteName()];
  return (
    <span className={classes.brand} role="img" aria-label={name}>
      <Sign logo={logo} name={name} size={size} theme={theme} />
      {!logo.picture?.hasName && <span aria-hidden="true">{name}</span>}
    </span>
  );
}

/** Returns the name of the site, which the server writes into the panel's document. */
export function siteName(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? 'Admin';
}

/** Returns the language of the site's texts, because browsers need it for hyphenation. */
export function siteLanguage(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="content-language"]')?.content;
}

/** Returns the company's logo. The server writes the logo into the panel's document, unless the site has the default logo. */
export function siteLogo(): ShownLogo {
  const content = document.querySelector<HTMLMetaElement>('meta[name="logo"]')?.content;
  // The cast is safe: our own server wrote the content.
  return content ? (JSON.parse(content) as ShownLogo) : {};
}
