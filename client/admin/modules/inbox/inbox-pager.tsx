import type { PageMeta } from '../../../../src/shared/pagination.ts';
import { Pagination } from '../../list/pagination.tsx';
import type { ListParams } from '../../list/use-list-params.ts';
import classes from './inbox.module.css';

interface PaginationWithSummaryProps {
  meta: PageMeta;
  list: ListParams;
  /** The messages on this page. */
  messages: readonly { id: number }[];
}

const figures = new Intl.NumberFormat('en');

/** Shows the range of messages and the links to other pages. */
export function PaginationWithSummary({ meta, list, messages }: PaginationWithSummaryProps) {
  const { total, per_page, total_is_minimum } = meta;
  const first = (meta.page - 1) * per_page + 1;
  const last = first + messages.length - 1;
  return (
    <div className={classes.foot}>
      <p className={classes.shown}>
        Showing {figures.format(first)} to {figures.format(last)} of {figures.format(total)}
        {total_is_minimum && '+'} {list.before === undefined ? 'messages' : 'older messages'}
      </p>
      <Pagination meta={meta} list={list} rows={messages} numbers={numbersAround} />
    </div>
  );
}

// docs/product.md, §4.8.
const most = 5;

/** Returns at most 5 page numbers around the current one. */
function numbersAround(current: number, last: number): number[] {
  const latestFirst = Math.max(1, last - most + 1);
  const first = Math.min(Math.max(1, current - Math.floor(most / 2)), latestFirst);
  return Array.from({ length: Math.min(most, last) }, (_, place) => first + place);
}
