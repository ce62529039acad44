import './failures.css';
import { sitePaths } from '../../shared/site-paths.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { LinkedText } from '../components/linked-text.tsx';

/** The page that is shown if the server cannot load or render the requested page. */
export function FailedPage() {
  const { pages, texts } = useSiteSettings();
  const { heading, text } = pages.failed;
  return (
    <div className="failure daylight">
      <div className="hall failure-grid">
        <div className="failure-words">
          <p className="failure-figure failure-figure-signal" aria-hidden="true">
            500
          </p>
          <h1>{heading}</h1>
          <p className="lead">
            <LinkedText text={text} />
          </p>
          <p className="failure-actions">
            {/* biome-ignore lint/a11y/useValidAnchor: an empty `href` is the address that failed, with its
                query */}
            <a className="button" href="">
              {texts.layout.tryAgain}
            </a>
            <a className="button button-quiet" href={sitePaths.home}>
              {pages.missing.home_button}
            </a>
          </p>
        </div>
      </div>
    </div>
  );
}
