import './company-life.css';
import { IconArrowRight } from '@tabler/icons-react';
import { useSite } from '../app/site-context.ts';
import { ThemePicture } from '../components/themed-image.tsx';
import { drawings } from '../drawings/drawings.ts';

const pictures = [drawings.companyBlog, drawings.companyCareer];

/** Two cards of different size: links to the blog and to the jobs. */
export function CompanyLife() {
  const { pages, lists } = useSite();
  if (lists.company_life.length === 0) return null;
  return (
    <section className="section" aria-labelledby="company-life-title">
      <div className="hall">
        <h2 id="company-life-title">{pages.home.company_life_heading}</h2>
        <ul className="company-life">
          {lists.company_life.map(({ key, title, text, link_label, path }, index) => (
            <li key={key} className="company-life-card">
              {pictures[index] && <ThemePicture drawing={pictures[index]} className="company-life-picture" />}
              <div className="company-life-words">
                <h3>{title}</h3>
                <p>{text}</p>
                {path && link_label && (
                  <a className="onward" href={path}>
                    {link_label}
                    <IconArrowRight size={20} stroke={1.75} aria-hidden="true" />
                  </a>
                )}
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
