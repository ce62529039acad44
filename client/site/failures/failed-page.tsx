import './failures.css';
import { company } from '../../../src/shared/company.ts';
import { paths } from '../../shared/site-paths.ts';

/** The page for a failure of the server. */
export function FailedPage() {
  return (
    <div className="failure plan-lines">
      <div className="hall failure-grid">
        <div className="failure-words">
          <p className="failure-figure failure-figure-signal" aria-hidden="true">
            500
          </p>
          <h1>Something went wrong</h1>
          <p className="lead">
            The page couldn’t be loaded. Try again; if the problem persists, contact{' '}
            <a href={`mailto:${company.email}`}>{company.email}</a>.
          </p>
          <p className="failure-actions">
            {/* biome-ignore lint/a11y/useValidAnchor: an empty address is the one that failed, with its query */}
            <a className="button" href="">
              Try again
            </a>
            <a className="button button-quiet" href={paths.home}>
              Back to the home page
            </a>
          </p>
        </div>
      </div>
    </div>
  );
}
