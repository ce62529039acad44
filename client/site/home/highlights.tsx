import './highlights.css';
import { company } from '../../../src/shared/company.ts';

/** The three highlights as a numbered list along a thin line. */
export function Highlights() {
  return (
    <section className="section highlights" aria-labelledby="highlights-title">
      <div className="hall highlights-grid">
        <h2 id="highlights-title">What clients ask us for most</h2>
        <ol>
          {company.highlights.map(({ title, text }, index) => (
            <li key={title}>
              <span className="highlights-number" aria-hidden="true">
                {index + 1}
              </span>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
