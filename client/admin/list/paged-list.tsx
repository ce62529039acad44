import { Box, Button } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import type { PageMeta } from '../../../src/shared/pagination.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { focusHeading, PageHeader } from '../components/page-header.tsx';
import { QueryBoundary, type QueryBoundaryProps, InlineQueryError } from '../components/query-boundary.tsx';
import { type BulkAction, BulkBar, useSelection } from './bulk-bar.tsx';
import { type Column, DataTable, type RowDetail, SelectAll, SelectRow } from './data-table.tsx';
import rowClasses from '../components/rows.module.css';
import { CardSkeletons, RowSkeletons } from './list-skeleton.tsx';
import { type ListFilter, ListToolbar, findOptionValue } from './list-toolbar.tsx';
import { Pagination } from './pagination.tsx';
import { type CommonCardParts, CardGrid } from './record-card.tsx';
import { RowActions } from './row-actions.tsx';
import { type Counts, StatCards } from './stat-cards.tsx';
import { focusSearch, type ListKeyActions, useListKeys } from './use-list-keys.ts';
import { type ListParams, useLastPage } from './use-list-params.ts';
import { type RowKeys, useRowKeys } from './use-row-keys.ts';

type CardParts = Pick<CommonCardParts, 'rowId' | 'select' | 'acts'>;

export interface PagedListProps<P extends { meta: PageMeta }, R extends { id: number }> extends RowKeys<R> {
  title: string;
  lead?: string;
  /** The screen's main buttons. */
  action?: ReactNode;
  /** The subject of the error message, for example 'the jobs' in 'Couldn’t load the jobs'. */
  subject: string;
  nouns: { one: string; many: string };
  params: ListParams;
  query: QueryBoundaryProps<P>['query'];
  rowsOf: (page: P) => readonly R[];
  titleOf: (row: R) => string;
  /** The columns of the table. Undefined if the list cannot be shown as a table. */
  columns?: readonly Column<R>[];
  detail?: RowDetail<R>;
  /** Renders a row as a card, or in another shape. Undefined if the list is always a table. */
  renderCard?: (row: R, parts: CardParts) => ReactNode;
  /** The arrangement of the cards: in a grid, or below each other. */
  layout?: 'grid' | 'rows';
  hasPictures?: boolean;
  searchPlaceholder?: string;
  filters?: readonly ListFilter[];
  /** Shown instead of the search and the filters. */
  toolbar?: ReactNode;
  /** Wraps the rows and the page links in further content. */
  body?: (list: ReactNode) => ReactNode;
  /**
   * Cards that show how many rows each value of a filter has. A click on a card sets the filter to the value
   * of the card.
   */
  stats?: {
    totalLabel: string;
    filter: string;
    options: ListFilter['options'];
    countsOf: (page: P) => Counts;
  };
  /** Called when j or k is pressed. If the function returns true, the key does not move the focus to another row. */
  onStep?: (by: 1 | -1) => boolean;
  /** Opens the form of a new row. */
  onNew?: () => void;
  bulkActions?: readonly BulkAction[];
  /** Reloads the lists that a bulk action changes. */
  refresh?: () => Promise<unknown>;
  /**
   * The texts of an empty list. `first` is shown if there are no rows at all. `filtered` is shown if no row
   * matches the search and the filters.
   */
  empty: { title: string; first: string; filtered: string };
}

/**
 * The screen of a list with one page of rows at a time: counts, search, filters, cards or table, selection
 * and links to other pages.
 */
export function PagedList<P extends { meta: PageMeta }, R extends { id: number }>(
  props: PagedListProps<P, R>,
) {
  const { title, lead, action, subject, nouns, params, query, rowsOf, titleOf, columns, renderCard } = props;
  const { layout = 'grid', hasPictures = true, searchPlaceholder, filters = [], stats, empty } = props;
  const { bulkActions, refresh, body = (list: ReactNode) => list } = props;
  const root = useRef<HTMLDivElement>(null);
  useLastPage(params, query);
  const rows = query.data ? rowsOf(query.data) : [];
  const selection = useSelection(rows, params.key);
  const selectable = bulkActions && refresh ? selection : undefined;
  const keys: ListKeyActions = {
    ...((searchPlaceholder || props.toolbar) && { '/': () => focusSearch(root.current) }),
    ...(selectable && { x: (id) => id !== undefined && selectable.toggle(id) }),
    ...useRowKeys(props, rows),
    ...(props.onNew && { n: props.onNew }),
  };
  const onKeyDown = useListKeys(root, keys, props.onStep);
  const isTable = columns !== undefined && (!renderCard || params.view === 'table');
  const isFiltered =
    params.search !== undefined ||
    filters.some(({ name, options }) => findOptionValue(options, params.filter(name)) !== undefined);
  const Cards = layout === 'grid' ? CardGrid : Rows;
  const skeleton =
    isTable || layout === 'rows' ? (
      <RowSkeletons rows={Math.min(params.per_page, 12)} />
    ) : (
      <CardSkeletons hasPicture={hasPictures} />
    );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows move between rows, which have links and buttons of their own
    <div ref={root} onKeyDown={onKeyDown}>
      <PageHeader title={title} lead={lead} action={action} />
      {stats && (
        <StatCards
          totalLabel={stats.totalLabel}
          counts={query.data && stats.countsOf(query.data)}
          groups={stats.options}
          value={findOptionValue(stats.options, params.filter(stats.filter))}
          onChoose={(value) => params.setFilter(stats.filter, value)}
        />
      )}
      {props.toolbar ?? (
        <ListToolbar
          params={params}
          searchPlaceholder={searchPlaceholder}
          filters={filters}
          sortable={(columns ?? []).filter(({ isSortable }) => isSortable)}
          hasViews={columns !== undefined && renderCard !== undefined}
        />
      )}
      {selectable && refresh && (
        <BulkBar
          selection={selectable}
          actions={bulkActions!}
          nouns={nouns}
          titleOf={titleOf}
          refresh={refresh}
        />
      )}
      {body(
        <>
          {query.data && <InlineQueryError query={query} title={`Couldn’t refresh ${subject}.`} />}
          <QueryBoundary
            query={query}
            subject={subject}
            skeleton={skeleton}
            isEmpty={(page) => rowsOf(page).length === 0}
            empty={
              <EmptyState title={empty.title} text={isFiltered ? empty.filtered : empty.first}>
                {isFiltered && (
                  <Button
                    variant="default"
                    onClick={() => {
                      params.clear();
                      // Clearing the filter removes the button, so the heading takes the focus.
                      focusHeading();
                    }}
                  >
                    Clear filters
                  </Button>
                )}
              </EmptyState>
            }
          >
            {({ meta }) => (
              <>
                {isTable ? (
                  <DataTable
                    label={title}
                    rows={rows}
                    columns={columns}
                    titleOf={titleOf}
                    actions={props.actions}
                    detail={props.detail}
                    selection={selectable}
                    sort={params.sort}
                    onSort={params.setSort}
                  />
                ) : (
                  <>
                    {selectable && (
                      <Box mb="var(--space-3)">
                        <SelectAll selection={selectable} rows={rows} hasLabel />
                      </Box>
                    )}
                    <Cards>
                      {rows.map((row) =>
                        renderCard?.(row, {
                          rowId: row.id,
                          select: selectable && (
                            <SelectRow selection={selectable} id={row.id} title={titleOf(row)} />
                          ),
                          acts: <RowActions row={row} actions={props.actions ?? []} isCard />,
                        }),
                      )}
                    </Cards>
                  </>
                )}
                <Pagination meta={meta} params={params} rows={rows} nouns={nouns.many} />
              </>
            )}
          </QueryBoundary>
        </>,
      )}
    </div>
  );
}

function Rows({ children }: { children: ReactNode }) {
  return <ul className={rowClasses.rows}>{children}</ul>;
}
