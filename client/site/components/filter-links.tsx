import './filter-links.css';
import type { ShownChoice } from '../../../src/shared/settings/choices.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { ChoiceLabel } from './choice-name.tsx';

/**
 * The number of options that are always visible. Further options are behind 'More', so that the list below
 * the links starts near the top of the page.
 */
const maxOptions = 14;

interface ChoicesProps {
  label: string;
  options: readonly ShownChoice[];
  current: string | undefined;
  /**
   * Returns the address of the list that is filtered by `value`. If `value` is undefined, returns the address of the
   * unfiltered list.
   */
  addressOf: (value: string | undefined) => string;
}

/**
 * A filter as a row of links, starting with 'All'. The links work without a script, and the browser's Back
 * button undoes the filter.
 */
export function FilterLinks({ label, options, current, addressOf }: ChoicesProps) {
  const { lists } = useSiteSettings().texts;
  const link = ({ value, ...words }: Omit<ShownChoice, 'value'> & { value: string | undefined }) => (
    <li key={value ?? ''}>
      <a className="chip" href={addressOf(value)} aria-current={value === current ? 'true' : undefined}>
        <ChoiceLabel option={words} />
      </a>
    </li>
  );
  const isLong = options.length > maxOptions;
  const more = isLong ? options.slice(maxOptions) : [];
  return (
    <nav className="choices" aria-label={label}>
      <ul>
        {[{ value: undefined, label: lists.all }, ...(isLong ? options.slice(0, maxOptions) : options)].map(
          link,
        )}
      </ul>
      {isLong && (
        <details open={more.some(({ value }) => value === current) || undefined}>
          <summary className="chip">{lists.more}</summary>
          <ul>{more.map(link)}</ul>
        </details>
      )}
    </nav>
  );
}
