import { UnstyledButton } from '@mantine/core';
import { countPages } from '../../../src/shared/page-count.ts';
import type { PageMeta } from '../../../src/shared/pagination.ts';
import classes from './list.module.css';
import type { ListParams } from './use-list-params.ts';

interface PaginationProps {
  meta: PageMeta;
  /** The requested page. `meta` still describes the previous page while the requested one loads. */
  list: ListParams;
  /** The rows on this page. */
  rows: readonly { id: number }[];
  /** Returns the page numbers to show, in place of the default. */
  numbers?: (current: number, last: number) => (number | undefined)[];
}

/**
 * Links to the pages of a list, and to the older rows after the last numbered page. Renders nothing for a
 * single page.
 */
export function Pagination({ meta, list, rows, numbers = pageWindow }: PaginationProps) {
  const { page, before, goToPage: onPage, goBefore } = list;
  const last = countPages(meta);
  const lastId = rows.at(-1)?.id;
  const hasOlder = meta.total_is_minimum && page >= last;
  if (last <= 1 && !hasOlder && before === undefined) return null;
  return (
    <nav className={classes.pager} aria-label="Pages">
      {before !== undefined && (
        <UnstyledButton className={classes.step} onClick={() => goBefore(undefined)}>
          Newest
        </UnstyledButton>
      )}
      <UnstyledButton className={classes.step} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </UnstyledButton>
      {numbers(page, last).map((number, place) =>
        number === undefined ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other name
          <span key={`gap-${place}`} aria-hidden="true" className={classes.gap}>
            …
          </span>
        ) : (
          <UnstyledButton
            key={number}
            className={classes.number}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => onPage(number)}
          >
            {number}
          </UnstyledButton>
        ),
      )}
      <UnstyledButton className={classes.step} disabled={page >= last} onClick={() => onPage(page + 1)}>
        Next
      </UnstyledButton>
      {hasOlder && (
        <UnstyledButton className={classes.step} onClick={() => goBefore(lastId)}>
          Older
        </UnstyledButton>
      )}
    </nav>
  );
}

const around = 1;

/**
 * Returns the page numbers to show: the first, the last and those around the current one. `undefined` marks a
 * gap.
 */
function pageWindow(current: number, last: number): (number | undefined)[] {
  const numbers: (number | undefined)[] = [];
  for (let number = 1; number <= last; number += 1) {
    const isNear = Math.abs(number - current) <= around;
    // A gap of one page shows that page.
    const isEdge =
      number === 1 ||
      number === last ||
      (number === 2 && current <= 4) ||
      (number === last - 1 && current >= last - 3);
    if (isNear || isEdge) numbers.push(number);
    else if (numbers.at(-1) !== undefined) numbers.push(undefined);
  }
  return numbers;
}
