import { isFeatureOpen } from '../../../src/shared/settings/fields/features.ts';
import { sitePaths } from '../../shared/site-paths.ts';
import { useSiteSettings } from '../app/site-context.ts';

/** The pages that a visitor may want to read after a form is sent. */
export type OnwardPage = 'portfolio' | 'blog' | 'team' | 'career' | 'services';

/**
 * The links to further pages of the site, and to the home page. Leaves out pages that are switched off or
 * empty.
 */
export function OnwardLinks({ to }: { to: readonly OnwardPage[] }) {
  const { linked, pages, texts } = useSiteSettings();
  return (
    <nav className="site-form-onward" aria-labelledby="onward-title">
      <p id="onward-title">{texts.forms.onward}</p>
      <ul>
        {to
          .filter((name) => isFeatureOpen(linked, sitePaths[name]))
          .map((name) => (
            <li key={name}>
              <a className="onward" href={sitePaths[name]}>
                {pages[name].heading}
              </a>
            </li>
          ))}
        <li>
          <a className="onward" href={sitePaths.home}>
            {texts.layout.backHome}
          </a>
        </li>
      </ul>
    </nav>
  );
}
