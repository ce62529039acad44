import './page-opening.css';
import type { ReactNode } from 'react';
import type { PageWithCard } from '../../../src/shared/public-pages.ts';
import { OpeningPicture } from './opening-picture.tsx';

interface PageOpeningProps {
  title: ReactNode;
  /** The language and the direction of a title that comes from a row. */
  lang?: string | undefined;
  dir?: 'rtl' | undefined;
  lead?: ReactNode;
  children?: ReactNode;
  /** The page whose own picture is shown below the title. */
  page?: PageWithCard;
}

/**
 * The top of most pages: a large title, and an introductory sentence beside or below the title. If `page` is given, the
 * company's own picture for that page follows.
 */
export function PageOpening({ title, lang, dir, lead, children, page }: PageOpeningProps) {
  return (
    <>
      <div className="page-opening plan-lines" dir={dir}>
        <div className="hall page-opening-grid">
          <h1 lang={lang}>{title}</h1>
          {lead && <p className="lead">{lead}</p>}
          {children}
        </div>
      </div>
      {page && <OpeningPicture page={page} />}
    </>
  );
}
