import './pagination.css';
import IconArrowLeft from 'icon:arrow-left';
import IconArrowRight from 'icon:arrow-right';
import { useSiteSettings } from '../app/site-context.ts';

interface PagerProps {
  page: number;
  pages: number;
  addressOf: (page: number) => string;
}

/**
 * The links to the pages of a list: the previous, next, first and last page, and at most five pages around
 * the current page.
 */
export function Pagination({ page, pages, addressOf }: PagerProps) {
  const { texts, formats } = useSiteSettings();
  if (pages <= 1) return null;
  const first = Math.max(1, Math.min(page - 2, pages - 4));
  const around = Array.from({ length: Math.min(5, pages) }, (_, index) => first + index);
  const numbers = [...new Set([1, ...around, pages])];
  return (
    <nav className="pager" aria-label={texts.lists.pages}>
      {page > 1 && (
        <a className="onward pager-step" href={addressOf(page - 1)} rel="prev">
          <IconArrowLeft size={20} stroke={1.75} aria-hidden="true" />
          {texts.lists.previous}
        </a>
      )}
      <ul>
        {numbers.map((number, at) => (
          <li key={number} className={number - (numbers[at - 1] ?? 0) > 1 ? 'pager-gap' : undefined}>
            <a href={addressOf(number)} aria-current={number === page ? 'page' : undefined}>
              <span className="visually-hidden">{texts.lists.page} </span>
              {formats.number(number)}
            </a>
          </li>
        ))}
      </ul>
      {page < pages && (
        <a className="onward pager-step" href={addressOf(page + 1)} rel="next">
          {texts.lists.next}
          <IconArrowRight size={20} stroke={1.75} aria-hidden="true" />
        </a>
      )}
    </nav>
  );
}
