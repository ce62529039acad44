import { containsAllWords } from '../../../../src/shared/fold-text.ts';
import { hasGrant } from '../../../../src/shared/grants.ts';
import { publicPages } from '../../../../src/shared/public-pages.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { useCurrentUser } from '../../core/admin-context.ts';
import { pageSettingsPath } from '../../core/paths.ts';
import type { ListParams } from '../../list/use-list-params.ts';
import type { Row } from '../../resource/module-api.ts';
import type { ListedRow } from '../../resource/resource-types.ts';

export type SitePage = ApiOutputs['site']['pages']['pages'][number];
export type FixedPage = NonNullable<SitePage['fixed']>;

/** A page that the program has, such as Home, in the list of pages. */
type FixedRow = ListedRow & { fixed: FixedPage };

export const fixedPageOf = (row: object): FixedPage | undefined => (row as Partial<FixedRow>).fixed;

/** Undefined while loading and after an error, in which case the list has own pages alone. */
export function useSitePage(row: { id: number }): SitePage | undefined {
  const { data } = trpc.site.pages.useQuery();
  const path = fixedPageOf(row)?.path;
  return data?.pages.find(({ fixed, own }) => (path ? fixed?.path === path : own?.id === row.id));
}

/**
 * The fixed pages come with the first own ones. Without a search, a filter or an order, all pages that a menu has
 * come first, in the order of the menus.
 */
export function useListedPages(rows: readonly Row[], params: ListParams) {
  const { role } = useCurrentUser();
  const { data, isPending, failureCount } = trpc.site.pages.useQuery();
  const { page, before, search, sort } = params;
  const [place, status] = [params.filter('place'), params.filter('is_published')];
  if (!data || page > 1 || before !== undefined) return { rows, isLoading: isPending && failureCount === 0 };
  const fixedRows = new Map(data.pages.flatMap(({ fixed }) => (fixed ? [[fixed.path, toRow(fixed)]] : [])));
  function toRow(fixed: FixedPage): FixedRow {
    const grant = fixed.group === 'legal' ? 'settings:manage' : 'texts:manage';
    return {
      // The same wherever the page is in the list, so that the focus stays at the page.
      id: -1 - publicPages.findIndex(({ path }) => path === fixed.path),
      version: 0,
      updated_at: '',
      title: fixed.label,
      fixed,
      editHref: hasGrant(role, grant) ? pageSettingsPath(fixed.name) : undefined,
      siteHref: fixed.state === 'hidden' ? undefined : fixed.path,
    };
  }
  if (search || place || status || sort) {
    const matching = [...fixedRows.values()].filter(
      ({ fixed }) => !place && isInStatus(fixed, status) && hasWords(fixed, search),
    );
    return { rows: [...matching, ...rows], isLoading: false };
  }
  const listed = data.pages.flatMap(({ fixed, own }): ListedRow[] => {
    if (fixed) return [fixedRows.get(fixed.path)!];
    return own ? [rows.find(({ id }) => id === own.id) ?? own] : [];
  });
  const others = rows.filter(({ id }) => !listed.some((row) => row.id === id));
  return { rows: [...listed, ...others], isLoading: false };
}

function isInStatus({ state }: FixedPage, status: string | undefined): boolean {
  if (status === undefined) return true;
  return status === (state === 'hidden' ? 'false' : 'true');
}

function hasWords({ label, title, path }: FixedPage, search: string | undefined): boolean {
  return !search || containsAllWords(`${label} ${title} ${path}`, search);
}
