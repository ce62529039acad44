import './empty-list.css';
import type { ReactNode } from 'react';

interface EmptyListProps {
  children: ReactNode;
  /** Where to look instead. */
  href: string;
  label: string;
}

/** Stands where a list has nothing to show: says why, and what to do next. */
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
