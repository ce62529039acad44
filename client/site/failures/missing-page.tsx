import './failures.css';
import { paths } from '../../shared/site-paths.ts';
import { ThemePicture } from '../components/themed-image.tsx';
import { drawings } from '../drawings/drawings.ts';

/** The page for an unknown address. */
export function MissingPage() {
  return (
    <div className="failure plan-lines">
      <div className="hall failure-grid">
        <div className="failure-words">
          <p className="failure-figure" aria-hidden="true">
            404
          </p>
          <h1>Page not found</h1>
          <p className="lead">The page may have moved, or the link may be wrong.</p>
          <p className="failure-actions">
            <a className="button" href={paths.home}>
              Back to the home page
            </a>
            <a className="button button-quiet" href={paths.blog}>
              Go to the blog
            </a>
          </p>
        </div>
        <ThemePicture drawing={drawings.missing} className="failure-drawing" />
      </div>
    </div>
  );
}
