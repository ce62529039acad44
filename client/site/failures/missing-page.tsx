import './failures.css';
import { sitePaths } from '../../shared/site-paths.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { ThemePicture } from '../components/theme-picture.tsx';
import { drawings } from '../drawings/drawings.ts';

/** The page that is shown if no page exists at the address. */
export function MissingPage() {
  const { heading, text, home_button, blog_button } = useSiteSettings().pages.missing;
  return (
    <div className="failure daylight">
      <div className="hall failure-grid">
        <div className="failure-words">
          <p className="failure-figure" aria-hidden="true">
            404
          </p>
          <h1>{heading}</h1>
          {text && <p className="lead">{text}</p>}
          <p className="failure-actions">
            <a className="button" href={sitePaths.home}>
              {home_button}
            </a>
            {blog_button && (
              <a className="button button-quiet" href={sitePaths.blog}>
                {blog_button}
              </a>
            )}
          </p>
        </div>
        <ThemePicture drawing={drawings.missing} className="failure-drawing" />
      </div>
    </div>
  );
}
