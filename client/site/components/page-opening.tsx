import './page-opening.css';
import type { ReactNode } from 'react';
import type { PageWithCard } from '../../../src/shared/public-pages.ts';
import { OpeningPicture } from './opening-picture.tsx';

interface PageOpeningProps {
  title: ReactNode;
  /** A link or a label above the title. */
  kicker?: ReactNode;
  /** Whether the title is that of a row, which may be long. */
  isRow?: boolean;
  /** The language and the direction of a title that comes from a row. */
  lang?: string | undefined;
  dir?: 'rtl' | undefined;
  lead?: ReactNode;
  children?: ReactNode;
  /** The page whose own picture is shown below the title. */
  page?: PageWithCard;
}

/**
 * The top of every page but the home page: a large title, and an introductory sentence beside or below the title. If
 * `page` is given, the company's own picture for that page follows.
 */
export function PageOpening(props: PageOpeningProps) {
  const { title, kicker, isRow = false, lang, dir, lead, children, page } = props;
  return (
    <>
      <div className={`page-opening daylight${isRow ? ' page-opening-row' : ''}`} dir={dir}>
        <div className="hall page-opening-grid">
          {kicker && <p className="page-opening-kicker">{kicker}</p>}
          <h1 lang={lang}>{title}</h1>
          {lead && (
            <p className="lead" lang={lang}>
              {lead}
            </p>
          )}
          {children}
        </div>
      </div>
      {page && <OpeningPicture page={page} />}
    </>
  );
}
