import type { PageMeta } from '../../../src/shared/pagination.ts';
import { Pager } from '../ui/pager.tsx';
import classes from './inbox-page.module.css';
import { numbersAround } from './numbers-around.ts';

interface InboxPagerProps {
  meta: PageMeta;
  /** How many messages stand on this page. */
  count: number;
  page: number;
  onPage: (page: number) => void;
}

const figures = new Intl.NumberFormat('en');

/** Which messages are shown, and the way to the others. */
export function InboxPager({ meta, count, page, onPage }: InboxPagerProps) {
  const { total, per_page, total_is_minimum } = meta;
  const first = (meta.page - 1) * per_page + 1;
  const last = first + count - 1;
  return (
    <div className={classes.foot}>
      <p className={classes.shown}>
        Showing {figures.format(first)} to {figures.format(last)} of {figures.format(total)}
        {total_is_minimum && '+'} messages
      </p>
      <Pager meta={meta} page={page} onPage={onPage} numbers={numbersAround} />
    </div>
  );
}
