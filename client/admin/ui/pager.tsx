import { UnstyledButton } from '@mantine/core';
import { countPages } from '../../../src/shared/page-count.ts';
import type { PageMeta } from '../../../src/shared/pagination.ts';
import { pageNumbers } from './page-numbers.ts';
import classes from './pager.module.css';
import type { ListAddress } from './use-list-address.ts';

interface PagerProps {
  meta: PageMeta;
  /** The page asked for; `meta` still tells of the one before while the next is on its way. */
  list: ListAddress;
  /** What stands on the page. */
  rows: readonly { id: number }[];
  /** Which numbers to offer, when not the usual ones. */
  numbers?: (current: number, last: number) => (number | undefined)[];
}

/** Leads through the pages of a list, and to what is older than the last of them. One page needs none. */
export function Pager({ meta, list, rows, numbers = pageNumbers }: PagerProps) {
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
