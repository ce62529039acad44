import type { ReactNode } from 'react';
import type { Resource } from './resource-types.ts';
import type { Row } from './use-resource.ts';

/** Returns the message after a save. It links to the row's public page if visitors see the row. */
export function saidOf({ siteHref }: Resource, words: string) {
  return (row: Row): ReactNode => {
    const href = siteHref(row);
    if (!href) return words;
    return (
      <>
        {words}{' '}
        <a href={href} target="_blank" rel="noreferrer">
          View on site
        </a>
      </>
    );
  };
}
