import { UnstyledButton } from '@mantine/core';
import { countPages } from '../../../src/shared/page-count.ts';
import type { PageMeta } from '../../../src/shared/pagination.ts';
import { pageNumbers } from './page-numbers.ts';
import classes from './pager.module.css';

interface PagerProps {
  meta: PageMeta;
  /** The page asked for; `meta` still tells of the one before while the next is on its way. */
  page: number;
  onPage: (page: number) => void;
  /** Which numbers to offer, when not the usual ones. */
  numbers?: (current: number, last: number) => (number | undefined)[];
}

/** Leads through the pages of a list. One page needs none. */
export function Pager({ meta, page, onPage, numbers = pageNumbers }: PagerProps) {
  const last = countPages(meta);
  if (last <= 1) return null;
  return (
    <nav className={classes.pager} aria-label="Pages">
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
    </nav>
  );
}
