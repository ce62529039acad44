import './pagination.css';
import IconArrowLeft from 'icon:arrow-left';
import IconArrowRight from 'icon:arrow-right';
import { useSite } from '../app/site-context.ts';

interface PagerProps {
  page: number;
  pages: number;
  addressOf: (page: number) => string;
}

/** Links to the other pages of a list, with at most five numbers around the current page. */
export function Pager({ page, pages, addressOf }: PagerProps) {
  const { words, formats } = useSite();
  if (pages <= 1) return null;
  const first = Math.max(1, Math.min(page - 2, pages - 4));
  const numbers = Array.from({ length: Math.min(5, pages) }, (_, index) => first + index);
  return (
    <nav className="pager" aria-label={words.lists.pages}>
      {page > 1 && (
        <a className="onward pager-step" href={addressOf(page - 1)} rel="prev">
          <IconArrowLeft size={20} stroke={1.75} aria-hidden="true" />
          {words.lists.previous}
        </a>
      )}
      <ul>
        {numbers.map((number) => (
          <li key={number}>
            <a href={addressOf(number)} aria-current={number === page ? 'page' : undefined}>
              <span className="visually-hidden">{words.lists.page} </span>
              {formats.number(number)}
            </a>
          </li>
        ))}
      </ul>
      {page < pages && (
        <a className="onward pager-step" href={addressOf(page + 1)} rel="next">
          {words.lists.next}
          <IconArrowRight size={20} stroke={1.75} aria-hidden="true" />
        </a>
      )}
    </nav>
  );
}
