import './filter-links.css';

interface ChoicesProps {
  label: string;
  values: readonly string[];
  current: string | undefined;
  /** Returns the address for one value, or for all when it is undefined. */
  addressOf: (value: string | undefined) => string;
}

/** A filter as a row of links, starting with 'All'. It works without a script, and Back undoes it. */
export function Choices({ label, values, current, addressOf }: ChoicesProps) {
  return (
    <nav className="choices" aria-label={label}>
      <ul>
        {[undefined, ...values].map((value) => (
          <li key={value ?? ''}>
            <a className="chip" href={addressOf(value)} aria-current={value === current ? 'true' : undefined}>
              {value ?? 'All'}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
