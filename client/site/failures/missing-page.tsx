import './failures.css';
import { paths } from '../../shared/site-paths.ts';
import { ThemePicture } from '../components/themed-image.tsx';
import { drawings } from '../drawings/drawings.ts';

/** There is nothing at this address. */
export function MissingPage() {
  return (
    <div className="failure plan-lines">
      <div className="hall failure-grid">
        <div className="failure-words">
          <p className="failure-figure" aria-hidden="true">
            404
          </p>
          <h1>This floor does not exist.</h1>
          <p className="lead">
            There is nothing at this address. It may have moved, or the link has a slip in it.
          </p>
          <p className="failure-actions">
            <a className="button" href={paths.home}>
              Back to the entrance
            </a>
            <a className="button button-quiet" href={paths.blog}>
              Look through the blog
            </a>
          </p>
        </div>
        <ThemePicture drawing={drawings.missing} className="failure-drawing" />
      </div>
    </div>
  );
}
