import IconArrowRight from 'icon:arrow-right';
import { sitePaths } from '../../shared/site-paths.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { OpenNow } from '../components/open-now.tsx';
import { withDirectionIsolates } from '../../../src/shared/text-direction.ts';

/**
 * The services with their prices, each a link to its page or to its row on the page of services. Opening hours by day
 * are beside them, unless the page opens with them.
 */
export function ServicesIndex() {
  const { company, lists, pages } = useSiteSettings();
  if (lists.services.length === 0) return null;
  const hasHours = company.hours.length > 0 && pages.home.opening !== 'poster';
  return (
    <section className="section services-index" aria-labelledby="services-index-title">
      <div className="hall services-index-grid">
        <div className="services-index-head">
          <h2 id="services-index-title">{pages.services.heading}</h2>
          {hasHours && (
            <div className="services-index-hours">
              <OpenNow />
              {company.opening_hours.map((line) => (
                <p key={line}>{withDirectionIsolates(line)}</p>
              ))}
            </div>
          )}
        </div>
        <ul>
          {lists.services.map(({ key, title, summary, price, duration, url }) => {
            const terms = [price, duration].filter(Boolean);
            return (
              <li key={key} className="whole-link">
                <h3>
                  <a href={url || `${sitePaths.services}#${key}`}>{title}</a>
                </h3>
                {terms.length > 0 && (
                  <p className="services-index-terms">
                    {terms.map((term) => (
                      <span key={term}>{term}</span>
                    ))}
                  </p>
                )}
                {summary && <p className="services-index-line">{summary}</p>}
                <IconArrowRight size={22} stroke={1.5} aria-hidden="true" />
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}
