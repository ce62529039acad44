// Only people with a session load this file.

import { hasGrant, type Grant } from '../../../src/shared/grants.ts';
import { factsOf, type ModuleName } from '../../../src/shared/module-facts.ts';
import { publicPages } from '../../../src/shared/public-pages.ts';
import { parseRole } from '../../../src/shared/roles.ts';
import { sitePaths } from '../../shared/site-paths.ts';

/**
 * The pages of the site that show rows of a module. `one` is absent if the rows have no pages of their own.
 */
const rowPages: readonly { path: string; module: ModuleName; one?: string; many: string }[] = [
  { path: sitePaths.blog, module: 'blog', one: 'post', many: 'posts' },
  { path: sitePaths.portfolio, module: 'portfolio', one: 'project', many: 'projects' },
  { path: sitePaths.career, module: 'jobs', one: 'job', many: 'jobs' },
  { path: sitePaths.team, module: 'team', many: 'team' },
];

/** Adds links to the panel for a signed-in person who may edit what the page shows. */
async function addEditLinks(): Promise<void> {
  // A page in a further language is below its code.
  const language = document.documentElement.lang;
  const path = idPath() ?? location.pathname;
  const isBelow = `${path}/`.startsWith(`/${language}/`);
  const targets = targetsOf(
    isBelow ? path.slice(language.length + 1) || '/' : path,
    isBelow ? `?language=${language}` : '',
  );
  // An error page has no canonical address, and gets no links to the panel.
  if (targets.length === 0 || !document.querySelector('link[rel=canonical]')) return;
  const role = await readRole();
  const permitted = role ? targets.filter(({ grant }) => hasGrant(role, grant)) : [];
  if (permitted.length > 0) document.body.append(editLinks(permitted));
}

/** Returns the path with the row's id if the page's own path has a slug. Otherwise returns undefined. */
function idPath(): string | undefined {
  const link = document.querySelector<HTMLLinkElement>('link[rel=shortlink]');
  return link ? new URL(link.href).pathname : undefined;
}

interface Target {
  grant: Grant;
  href: string;
  label: string;
}

/**
 * Returns the screens of the panel for a page. For the page of a row, returns the form of that row. For any other page,
 * returns the list of its rows and the screen that edits the page, whose texts `search` chooses the language of.
 */
function targetsOf(pathname: string, search: string): Target[] {
  const [, folder = '', id] = /^(\/[a-z]*)(?:\/(\d+))?\/?$/.exec(pathname) ?? [];
  const page = publicPages.find(({ path }) => path === folder);
  const targets: Target[] = [];
  const rows = rowPages.find(({ path }) => path === folder);
  if (rows && (!id || rows.one)) {
    const { address, path } = factsOf(rows.module);
    const list = address ?? path;
    targets.push({
      grant: `${rows.module}:manage`,
      href: id ? `${list}/${id}/edit` : list,
      label: `Edit ${id ? rows.one : rows.many}`,
    });
  }
  if (page && !id) {
    const isText = typeof page.texts === 'string';
    targets.push({
      grant: isText ? 'texts:manage' : 'settings:manage',
      href: `/admin/settings/page/${isText ? page.texts : page.texts.document}${search}`,
      label: 'Edit page',
    });
  }
  return targets;
}

/**
 * Requests the role of the signed-in person. Returns undefined if nobody is signed in or the request fails.
 * The request does not extend the session.
 */
async function readRole() {
  try {
    const headers = {
      Accept: 'application/json',
      'X-Requested-With': 'XMLHttpRequest',
      'X-Activity': 'none',
    };
    const answer = await fetch('/api/admin/user', { headers });
    if (!answer.ok) return undefined;
    const { user } = (await answer.json()) as { user: { role: string } };
    return parseRole(user.role);
  } catch {
    return undefined;
  }
}

function editLinks(targets: readonly Target[]): HTMLElement {
  const links = targets.map(({ href, label }) => {
    const link = document.createElement('a');
    link.className = 'button button-quiet button-small';
    link.href = href;
    link.textContent = label;
    link.style.background = 'var(--surface)';
    return link;
  });
  // The links are in a landmark, so that screen readers find them. The fixed position does not change the
  // layout of the page.
  const aside = document.createElement('aside');
  aside.ariaLabel = 'For staff';
  // Texts for staff are in English, as in the panel.
  aside.lang = 'en';
  aside.style.cssText =
    'position:fixed;z-index:5;bottom:var(--space-4);left:var(--space-4);display:flex;flex-wrap:wrap;gap:var(--space-2)';
  aside.append(...links);
  // Skips the view transition when the person opens the panel. The panel has no view transition, so the
  // browser would report an error.
  addEventListener('pageswap', ({ viewTransition, activation }) => {
    const { pathname } = new URL(activation?.entry.url ?? location.href);
    if (!/^\/admin(\/|$)/.test(pathname)) return;
    viewTransition?.ready.catch(() => {});
    viewTransition?.skipTransition();
  });
  return aside;
}

void addEditLinks();
