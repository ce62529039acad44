import { randomBytes } from 'node:crypto';
import { brandVersion, logoOfSite, shownLogoOfSite } from '../../shared/brand/site-logo.ts';
import { brandLookHash } from '../../shared/brand/stylesheet.ts';
import { earlyCallsProperty, firstPageQuery, trpcQueryAddress } from '../../shared/early-calls.ts';
import { grants } from '../../shared/grants.ts';
import type { IdentityProvider } from '../../security/identity-provider.ts';
import { factsOf, type ModuleName, moduleNames, modulePath } from '../../shared/module-facts.ts';
import { passkeyHost } from '../../shared/account-fields.ts';
import { featureNames } from '../../shared/settings/fields/features.ts';
import { localeOf } from '../../shared/settings/formats.ts';
import type { SiteSettings } from '../../shared/settings/site-settings.ts';
import { panelPolicy } from '../server/headers.ts';
import { stylesheetTag } from './brand-styles.ts';
import type { PanelScreen } from './client-assets.ts';
import { renderDocumentHtml } from './documents.ts';

/**
 * While the panel's program loads, this script requests the first page of a module's list and the settings. The
 * program takes the answers over (`client/api/early-calls.ts`). For a role that may not see the list it requests
 * nothing, because the server would record a denial.
 */
export function earlyCallsScript(name: ModuleName, nonce: string): string {
  const addresses = [
    trpcQueryAddress('site.settings'),
    trpcQueryAddress(`${name}.list`, firstPageQuery(factsOf(name).pageSize)),
  ];
  const roles = grants[`${name}:manage`];
  const script = `const storage = sessionStorage.getItem('admin_token') ? sessionStorage : localStorage;
const token = storage.getItem('admin_token');
if (token && !location.search && ${JSON.stringify(roles)}.includes(JSON.parse(storage.getItem('admin_user'))?.role?.toLowerCase())) {
  const headers = { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest', Authorization: 'Bearer ' + token };
  window.${earlyCallsProperty} = new Map(${JSON.stringify(addresses)}.map((address) => [address, { token, answer: fetch(address, { headers }) }]));
  for (const { answer } of window.${earlyCallsProperty}.values()) answer.catch(() => {});
}`.replaceAll(/\n\s*/g, '');
  return `<script nonce="${nonce}">{${script}}</script>`;
}

interface AdminParts {
  tags: (nonce: string, screen?: PanelScreen) => string;
  sso: IdentityProvider | null;
  site: SiteSettings;
  publicUrl: string;
  /** The other hosts of projects' pictures. */
  pictureHosts: readonly string[];
}
/** When the document names none. The texts of the panel are in English. */
const usualLocale = 'en-GB';

interface AdminHtml {
  document: string;
  policy: string;
  openerPolicy: string;
}

/** Only the sign-in page gets the settings of single sign-on and a policy for the provider's button. */
export function renderAdminHtml(
  path: string,
  { tags, sso, site, publicUrl, pictureHosts }: AdminParts,
): AdminHtml {
  const name = escaped(site.company.name);
  const nonce = randomBytes(16).toString('base64url');
  const offered = isSignIn(path) ? sso : null;
  const settings = offered && `<meta name="sso" content="${escaped(JSON.stringify(offered.page))}">`;
  const version = brandVersion(site);
  const icon = `<link rel="icon" href="/favicon.svg${version ? `?v=${version}` : ''}" type="image/svg+xml">`;
  const logo = logoOfSite(site);
  const sign =
    logo.kind === 'mark'
      ? ''
      : `<meta name="logo" content="${escaped(JSON.stringify(shownLogoOfSite(site)))}">`;
  const locale = localeOf('en', site.region.territory || site.company.address.country_code);
  const region = locale === usualLocale ? '' : `<meta name="locale" content="${locale}">`;
  const { language, time_zone } = site.region;
  const zone = time_zone === 'UTC' ? '' : `<meta name="time-zone" content="${escaped(time_zone)}">`;
  const content = language === 'en' ? '' : `<meta name="content-language" content="${language}">`;
  const off = featureNames.filter((name) => !site.features[name]).join(' ');
  const partsOff = off && `<meta name="parts-off" content="${off}">`;
  const { shown } = site.languages;
  const spoken = shown.map((one) => one.language).join(' ');
  const languages = shown.length > 1 ? `<meta name="languages" content="${spoken}">` : '';
  const host = passkeyHost(publicUrl);
  const passkeys = host ? `<meta name="passkeys" content="${host}">` : '';
  const listed = moduleNames.find((name) => modulePath(name) === path);
  const calls = listed ? earlyCallsScript(listed, nonce) : '';
  const head = `${icon}<title>Admin · ${name}</title><meta name="application-name" content="${name}"><meta name="robots" content="noindex"><meta property="csp-nonce" nonce="${nonce}">${sign}${region}${zone}${content}${partsOff}${languages}${passkeys}${settings ?? ''}`;
  return {
    document: renderDocumentHtml({
      lang: 'en',
      head,
      tags:
        calls +
        tags(nonce, isSignIn(path) ? undefined : screenOf(path)) +
        stylesheetTag(brandLookHash(site.brand), nonce),
      html: '<div id="root"></div>',
      headingFont: site.brand.heading_font,
    }),
    policy: panelPolicy(nonce, pictureHosts, offered?.pageSources),
    // The provider's popup must be able to reach the page that opened it.
    openerPolicy: offered ? 'same-origin-allow-popups' : 'same-origin',
  };
}

/** Ignores case and decodes percent escapes, as the client's router does. */
function isSignIn(path: string): boolean {
  return /^\/admin\/login(\/|$)/i.test(decodeURIComponent(path));
}

/** Folders whose names differ from the address. For most roles, `/admin/blog` lists published posts. */
const folders: Record<string, string> = { blog: 'blog-reader' };

function screenOf(path: string): PanelScreen {
  const [, , segment = '', ...below] = path.split('/');
  const module = moduleNames.find((name) => modulePath(name) === `/admin/${segment}`);
  const page = below.at(-1) ?? '';
  return {
    folder: `client/admin/modules/${page === 'applicants' ? 'inbox/applicants' : (module ?? folders[segment] ?? segment)}`,
    isForm: ['new', 'edit'].includes(page),
  };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
