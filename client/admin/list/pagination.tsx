import { Group, UnstyledButton } from '@mantine/core';
import { countPages } from '../../../src/shared/enumerations.ts';
import type { PageMeta } from '../../../src/shared/pagination.ts';
import classes from './list.module.css';
import type { ListParams } from './use-list-params.ts';
import { figures } from '../core/figures.ts';

// The maximum number of page links that are shown at once (docs/product.md, §9.1).
const maxNumbers = 5;
interface PaginationProps {
  meta: PageMeta;
  /** While the requested page loads, `meta` describes the one before. */
  params: ListParams;
  rows: readonly { id: number }[];
  /** For example 'messages'. */
  nouns: string;
}

/** The last page has a button that leads to older rows if the server has not counted all rows. */
export function Pagination({ meta, params, rows, nouns }: PaginationProps) {
  const { page, before, sort, setPage, showOlderThan } = params;
  const { total, per_page, total_is_minimum } = meta;
  const last = countPages(meta);
  const lastId = rows.at(-1)?.id;
  const hasOlder = total_is_minimum && page >= last && !sort;
  const first = (meta.page - 1) * per_page + 1;
  if (total === 0) return null;
  return (
    <Group justify="space-between" gap="var(--space-2) var(--space-6)" mt="var(--space-4)">
      <p className={classes.shown}>
        Showing {figures.format(first)} to {figures.format(first + rows.length - 1)} of{' '}
        {figures.format(total)}
        {total_is_minimum && '+'} {before === undefined ? nouns : `older ${nouns}`}
      </p>
      {(last > 1 || hasOlder || before !== undefined) && (
        <nav className={classes.pager} aria-label="Pages">
          {before !== undefined && <Step onPress={() => showOlderThan(undefined)}>Newest</Step>}
          <Step isOff={page <= 1} onPress={() => setPage(page - 1)}>
            Previous
          </Step>
          {pageNumbersAround(page, last).map((number) => (
            <UnstyledButton
              key={number}
              className={classes.number}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => setPage(number)}
            >
              {number}
            </UnstyledButton>
          ))}
          <Step isOff={page >= last} onPress={() => setPage(page + 1)}>
            Next
          </Step>
          {hasOlder && <Step onPress={() => showOlderThan(lastId)}>Older</Step>}
        </nav>
      )}
    </Group>
  );
}

export function Step({
  isOff,
  onPress,
  children,
}: {
  isOff?: boolean;
  onPress: () => void;
  children: string;
}) {
  return (
    <UnstyledButton className={classes.step} disabled={isOff} onClick={onPress}>
      {children}
    </UnstyledButton>
  );
}

/** At most five, with the current page in the middle where possible. */
function pageNumbersAround(current: number, last: number): number[] {
  const latestFirst = Math.max(1, last - maxNumbers + 1);
  const first = Math.min(Math.max(1, current - Math.floor(maxNumbers / 2)), latestFirst);
  return Array.from({ length: Math.min(maxNumbers, last) }, (_, offset) => first + offset);
}
