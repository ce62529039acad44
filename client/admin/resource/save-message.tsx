import type { ReactNode } from 'react';
import { factsOf } from '../../../src/shared/module-facts.ts';
import { formatDateTimeIn } from '../core/format-dates.ts';
import type { Resource } from './resource-types.ts';
import type { Row } from './module-api.ts';

/** The message links to the public page, or says when visitors will see a scheduled row. */
export function saveMessageOf({ name, siteHref, timeZone }: Resource, words: string) {
  const { schedule } = factsOf(name);
  return (row: Row): ReactNode => {
    const href = siteHref(row);
    const from = schedule?.startColumn && row.state === 'scheduled' ? row[schedule.startColumn] : undefined;
    if (from) return `${words}. Visitors see it from ${formatDateTimeIn(timeZone, String(from))}.`;
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
