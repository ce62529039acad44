import { useSiteSettings } from '../app/site-context.ts';

/** The achievements, each with its number in large type. The first two numbers are the largest. */
export function Achievements() {
  const { pages, lists } = useSiteSettings();
  if (lists.achievements.length === 0) return null;
  return (
    <section className="section achievements" aria-labelledby="achievements-title">
      <div className="hall">
        <h2 id="achievements-title">{pages.about.achievements_heading}</h2>
        <ul>
          {lists.achievements.map(({ key, figure, label, text }) => (
            <li key={key}>
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
