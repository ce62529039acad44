// Only people with a session load this file.

import { can } from '../../../src/shared/grants.ts';
import { factsOf, type ModuleName } from '../../../src/shared/module-facts.ts';
import { parseRole } from '../../../src/shared/roles.ts';
import { paths } from '../../shared/site-paths.ts';

/** The pages of the site that show rows of a module. */
const pages: readonly { path: string; module: ModuleName; one?: string; many: string }[] = [
  { path: paths.blog, module: 'blog', one: 'post', many: 'posts' },
  { path: paths.portfolio, module: 'portfolio', one: 'project', many: 'projects' },
  { path: paths.career, module: 'jobs', one: 'job', many: 'jobs' },
  { path: paths.team, module: 'team', many: 'team' },
];

/** Adds a link to the panel for a signed-in person who may edit what the page shows. */
async function addEditLink(): Promise<void> {
  const target = targetOf(idPath() ?? location.pathname);
  // A page without a canonical address shows an error.
  if (!target || !document.querySelector('link[rel=canonical]')) return;
  const role = await readRole();
  if (role && can(role, `${target.module}:manage`)) document.body.append(editLink(target));
}

/** The address with the id, of a page whose own address has words instead. */
function idPath(): string | undefined {
  const link = document.querySelector<HTMLLinkElement>('link[rel=shortlink]');
  return link ? new URL(link.href).pathname : undefined;
}

interface Target {
  module: ModuleName;
  href: string;
  label: string;
}

/** Returns the form of the row on a page, or the list behind a page of several rows. */
function targetOf(pathname: string): Target | undefined {
  const [, folder, id] = /^(\/[a-z]+)(?:\/(\d+))?\/?$/.exec(pathname) ?? [];
  const page = pages.find(({ path }) => path === folder);
  if (!page || (id && !page.one)) return undefined;
  const { address, path } = factsOf(page.module);
  const list = address ?? path;
  return {
    module: page.module,
    href: id ? `${list}/${id}/edit` : list,
    label: `Edit ${id ? page.one : page.many}`,
  };
}

/** Asks the server who is signed in. The question does not extend the session. */
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

function editLink({ href, label }: Target): HTMLElement {
  const link = document.createElement('a');
  link.className = 'button button-quiet button-small';
  link.href = href;
  link.textContent = label;
  link.style.background = 'var(--surface)';
  // A landmark, so that screen readers find the link. It floats, so that the page keeps its layout.
  const aside = document.createElement('aside');
  aside.ariaLabel = 'For staff';
  // Words for staff are English, as in the panel.
  aside.lang = 'en';
  aside.style.cssText = 'position:fixed;z-index:5;bottom:var(--space-4);left:var(--space-4)';
  aside.append(link);
  // The panel has no view transitions. Without this, the browser begins one and reports an error when it cannot go on.
  addEventListener('pageswap', ({ viewTransition }) => {
    viewTransition?.ready.catch(() => {});
    viewTransition?.skipTransition();
  });
  return aside;
}

void addEditLink();
