import { useSiteSettings } from '../app/site-context.ts';

/** The highlights from the settings, in columns. */
export function Highlights() {
  const { pages, lists } = useSiteSettings();
  if (lists.highlights.length === 0) return null;
  return (
    <section className="section highlights" aria-labelledby="highlights-title">
      <div className="hall">
        <h2 id="highlights-title">{pages.home.highlights_heading}</h2>
        <ul>
          {lists.highlights.map(({ key, title, text }) => (
            <li key={key}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
