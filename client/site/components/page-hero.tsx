import './page-hero.css';
import type { ReactNode } from 'react';
import type { PageWithCard } from '../../../src/shared/public-pages.ts';
import { OpeningPicture } from './opening-picture.tsx';

interface PageOpeningProps {
  title: ReactNode;
  lead?: ReactNode;
  children?: ReactNode;
  /** The page whose own picture is below the words. */
  page?: PageWithCard;
}

/**
 * The top of every page except the home page: a large title on the lines of the layout, and a sentence beside
 * it.
 */
export function PageOpening({ title, lead, children, page }: PageOpeningProps) {
  return (
    <>
      <div className="page-opening plan-lines">
        <div className="hall page-opening-grid">
          <h1>{title}</h1>
          {lead && <p className="lead">{lead}</p>}
          {children}
        </div>
      </div>
      {page && <OpeningPicture page={page} />}
    </>
  );
}
