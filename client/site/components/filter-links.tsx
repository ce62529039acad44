import './filter-links.css';

interface ChoicesProps {
  label: string;
  values: readonly string[];
  current: string | undefined;
  /** The address that shows one value, or all of them. */
  addressOf: (value: string | undefined) => string;
}

/** A filter as a row of links, 'All' first: it works without a script, and Back undoes it. */
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
