import IconArrowRight from 'icon:arrow-right';
import type { ApiOutputs } from '../../api/types.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { StoredPicture } from '../components/stored-picture.tsx';
import { type ThemeDrawing, ThemePicture } from '../components/theme-picture.tsx';
import { drawings } from '../drawings/drawings.ts';

export type AlbumPicture = ApiOutputs['gallery']['published']['pictures'][number];

const ownDrawings = [drawings.companyBlog, drawings.companyCareer];

/**
 * The cards about life in the company. Each card shows the gallery picture at its position. If there is no picture at
 * that position, the first two cards show drawings.
 */
export function CompanyLife({ pictures }: { pictures: readonly AlbumPicture[] }) {
  const { pages, lists } = useSiteSettings();
  if (lists.company_life.length === 0) return null;
  return (
    <section className="section" aria-labelledby="company-life-title">
      <div className="hall">
        <h2 id="company-life-title">{pages.home.company_life_heading}</h2>
        <ul className="company-life">
          {lists.company_life.map(({ key, title, text, link_label, path }, index) => (
            <li key={key} className="company-life-card">
              <CardPicture picture={pictures[index]} drawing={ownDrawings[index]} />
              <div className="company-life-words">
                <h3>{title}</h3>
                {text && <p>{text}</p>}
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

interface CardPictureProps {
  picture: AlbumPicture | undefined;
  drawing: ThemeDrawing | undefined;
}

function CardPicture({ picture, drawing }: CardPictureProps) {
  const sizes = '(min-width: 93rem) 48rem, (min-width: 48rem) 55vw, 90vw';
  if (picture)
    return (
      <div className="company-life-picture" lang={picture.alt_lang}>
        <StoredPicture path={picture.path} picture={picture} sizes={sizes} />
      </div>
    );
  return drawing && <ThemePicture drawing={drawing} className="company-life-picture" />;
}
