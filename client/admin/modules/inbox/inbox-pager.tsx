import type { PageMeta } from '../../../../src/shared/pagination.ts';
import { Pagination } from '../../list/pagination.tsx';
import type { ListParams } from '../../list/use-list-params.ts';
import classes from './inbox.module.css';
import { numbersAround } from './numbers-around.ts';

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
