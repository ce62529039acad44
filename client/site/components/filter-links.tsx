import './filter-links.css';
import { useSite } from '../app/site-context.ts';

interface ChoicesProps {
  label: string;
  values: readonly string[];
  /** The words for values that are not their own. */
  labels?: Readonly<Record<string, string>>;
  current: string | undefined;
  /** Returns the address for one value, or for all when it is undefined. */
  addressOf: (value: string | undefined) => string;
}

/** A filter as a row of links, starting with 'All'. It works without a script, and Back undoes it. */
export function Choices({ label, values, labels = {}, current, addressOf }: ChoicesProps) {
  const { all } = useSite().words.lists;
  return (
    <nav className="choices" aria-label={label}>
      <ul>
        {[undefined, ...values].map((value) => (
          <li key={value ?? ''}>
            <a className="chip" href={addressOf(value)} aria-current={value === current ? 'true' : undefined}>
              {value === undefined ? all : (labels[value] ?? value)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
