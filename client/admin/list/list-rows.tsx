import { Box, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState } from '../components/empty-state.tsx';
import { focusHeading } from '../components/page-header.tsx';
import { InlineQueryError, QueryBoundary } from '../components/query-boundary.tsx';
import rowClasses from '../components/rows.module.css';
import { useShortcuts } from '../core/use-shortcuts.ts';
import { type Column, DataTable, type RowDetail, SelectAll, SelectRow } from './data-table.tsx';
import { CardSkeletons, RowSkeletons } from './list-skeleton.tsx';
import { filterValueOf, focusedRowId, useList } from './paged-list.tsx';
import { Pagination } from './pagination.tsx';
import { type CommonCardParts, CardGrid } from './record-card.tsx';
import { type RowAction, RowActions, useRunAction } from './row-actions.tsx';

interface ListRowsProps<R> {
  rows: readonly R[];
  actions?: readonly RowAction<R>[];
  /** Undefined for a list without a table. */
  columns?: readonly Column<R>[];
  detail?: RowDetail<R>;
  /** Undefined for a list that is always a table. */
  renderCard?: (row: R, parts: Pick<CommonCardParts, 'rowId' | 'select' | 'acts'>) => ReactNode;
  layout?: 'grid' | 'rows';
  hasPictures?: boolean;
  /** What the pager counts. By default all rows. */
  paged?: { rows: readonly { id: number }[]; nouns: string };
  /** Replaces the pager. */
  pager?: ReactNode;
  /** `first` if there are no rows at all, `filtered` if none matches the search and the filters. */
  empty: { title: string; first: string; filtered: string };
}

const keyLabels = { e: 'Edit the row', Delete: 'Delete the row' } as const;

/** As cards or as a table, with links to other pages. */
export function ListRows<R extends { id: number }>(props: ListRowsProps<R>) {
  const { rows, actions, columns, detail, renderCard, layout = 'grid', hasPictures = true, empty } = props;
  const { title, subject, nouns, params, query, filters, titleOf, selection } = useList();
  const { paged = { rows, nouns: nouns.many }, pager } = props;
  const runAction = useRunAction();
  useShortcuts(
    (actions ?? []).flatMap((action) => {
      const { hotkey } = action;
      if (!hotkey) return [];
      const run = () => {
        const row = rows.find(({ id }) => id === focusedRowId());
        if (row) runAction(action, row);
      };
      return [{ keys: hotkey, label: keyLabels[hotkey], run }];
    }),
  );
  const isTable = columns !== undefined && (!renderCard || params.view === 'table');
  const isFiltered =
    params.search !== undefined || filters.some((filter) => filterValueOf(filter, params) !== undefined);
  const Cards = layout === 'grid' ? CardGrid : Rows;
  const skeleton =
    isTable || layout === 'rows' ? (
      <RowSkeletons rows={Math.min(params.per_page, 12)} />
    ) : (
      <CardSkeletons hasPicture={hasPictures} />
    );
  return (
    <>
      {query.data && <InlineQueryError query={query} title={`Couldn’t refresh ${subject}.`} />}
      <QueryBoundary
        query={query}
        subject={subject}
        skeleton={skeleton}
        isEmpty={() => rows.length === 0}
        empty={
          <EmptyState title={empty.title} text={isFiltered ? empty.filtered : empty.first}>
            {isFiltered && (
              <Button
                variant="default"
                onClick={() => {
                  params.clear();
                  // Clearing the filter removes the button.
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
                actions={actions}
                detail={detail}
                selection={selection}
                sort={params.sort}
                onSort={params.setSort}
              />
            ) : (
              <>
                {selection && (
                  <Box mb="var(--space-3)">
                    <SelectAll selection={selection} hasLabel />
                  </Box>
                )}
                <Cards>
                  {rows.map((row) =>
                    renderCard?.(row, {
                      rowId: row.id,
                      select: selection && (
                        <SelectRow selection={selection} id={row.id} title={titleOf(row)} />
                      ),
                      acts: <RowActions row={row} actions={actions ?? []} isCard />,
                    }),
                  )}
                </Cards>
              </>
            )}
            {pager ?? <Pagination meta={meta} params={params} {...paged} />}
          </>
        )}
      </QueryBoundary>
    </>
  );
}

function Rows({ children }: { children: ReactNode }) {
  return <ul className={rowClasses.rows}>{children}</ul>;
}
