import './page-hero.css';
import type { ReactNode } from 'react';

interface PageOpeningProps {
  title: ReactNode;
  lead?: ReactNode;
  children?: ReactNode;
}

/**
 * The top of every page except the home page: a large title on the lines of the layout, and a sentence beside
 * it.
 */
export function PageOpening({ title, lead, children }: PageOpeningProps) {
  return (
    <div className="page-opening plan-lines">
      <div className="hall page-opening-grid">
        <h1>{title}</h1>
        {lead && <p className="lead">{lead}</p>}
        {children}
      </div>
    </div>
  );
}
