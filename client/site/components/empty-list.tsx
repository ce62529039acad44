import './empty-list.css';
import type { ReactNode } from 'react';

interface EmptyListProps {
  children: ReactNode;
  /** The address of a page to visit instead. */
  href: string;
  label: string;
}

/** The notice that replaces an empty list: the reason why the list is empty, and a link to another page. */
export function EmptyList({ children, href, label }: EmptyListProps) {
  return (
    <div className="empty-list">
      <p className="lead">{children}</p>
      <a className="button button-quiet" href={href}>
        {label}
      </a>
    </div>
  );
}
