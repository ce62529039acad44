import './highlights.css';
import { useSiteSettings } from '../app/site-context.ts';

/** The highlights from the settings as a numbered list. */
export function Highlights() {
  const { pages, lists } = useSiteSettings();
  if (lists.highlights.length === 0) return null;
  return (
    <section className="section highlights" aria-labelledby="highlights-title">
      <div className="hall highlights-grid">
        <h2 id="highlights-title">{pages.home.highlights_heading}</h2>
        <ol>
          {lists.highlights.map(({ key, title, text }, index) => (
            <li key={key}>
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
