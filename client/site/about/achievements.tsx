import { company } from '../../../src/shared/company.ts';

/** The seven achievements as large figures. The first two are the largest. */
export function Achievements() {
  return (
    <section className="section achievements" aria-labelledby="achievements-title">
      <div className="hall">
        <h2 id="achievements-title">Seven achievements</h2>
        <ul>
          {company.achievements.map(({ figure, label, text }) => (
            <li key={label}>
              <h3>
                <span className="achievements-figure">{figure}</span> {label}
              </h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
