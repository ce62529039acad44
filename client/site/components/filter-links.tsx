import './filter-links.css';
import type { ShownChoice } from '../../../src/shared/settings/choices.ts';

interface ChoicesProps {
  label: string;
  options: readonly ShownChoice[];
  current: string | undefined;
  /** Returns the address for one value, or for all when it is undefined. */
  addressOf: (value: string | undefined) => string;
}

/** A filter as a row of links, starting with 'All'. It works without a script, and Back undoes it. */
export function Choices({ label, options, current, addressOf }: ChoicesProps) {
  return (
    <nav className="choices" aria-label={label}>
      <ul>
        {[{ value: undefined, label: 'All' }, ...options].map(({ value, label: words }) => (
          <li key={value ?? ''}>
            <a className="chip" href={addressOf(value)} aria-current={value === current ? 'true' : undefined}>
              {words}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
