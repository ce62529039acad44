import { type ReactNode, use } from 'react';
import { trapField } from '../../../src/shared/blocks/form-fields.ts';
import { isFeatureOpen } from '../../../src/shared/settings/fields/features.ts';
import { sitePaths } from '../../shared/site-paths.ts';
import { PostedFormContext } from '../app/page-route.tsx';
import { useSiteSettings } from '../app/site-context.ts';
import { FormContext } from './fields.tsx';
import { formMessagesOf } from './form-messages.ts';
import styles from './site-form.css?url';

/** The address of the style sheet for forms. Each page with a form must link this style sheet. */
export const formStyles = styles;

interface SiteFormProps {
  /** The address of the page with the form. The form is posted to this address. */
  action: string;
  button: string;
  /** The message after success. If empty, the default message is shown. */
  sent: string;
  /** The text about what happens after success. */
  next: string;
  /** The name of the person who answers. */
  person?: string | null;
  takesFile?: boolean;
  /** The pages to which the message after success links. */
  onward: readonly OnwardPage[];
  children: ReactNode;
}

/**
 * The id of the form and of the message after success. If the script does not run, the browser scrolls to the element
 * with this id after the form is sent.
 */
const id = 'site-form';
/** Each password manager has an attribute of its own for a field that it leaves alone. */
const unfilled = {
  autoComplete: 'off',
  'data-1p-ignore': '',
  'data-bwignore': '',
  'data-lpignore': 'true',
  'data-form-type': 'other',
};

/** A form of the public site. After success, a message replaces the form. */
export function SiteForm(props: SiteFormProps) {
  const { action, button, sent: ownMessage, next, person, takesFile = false, onward, children } = props;
  const { features, legal, texts } = useSiteSettings();
  const { sent, reference, failure, values = {} } = use(PostedFormContext) ?? {};
  if (sent) {
    const facts = [
      [texts.career.recruiter, person],
      [texts.forms.reference, reference],
    ];
    return (
      <div className="site-form-sent" id={id} role="status" tabIndex={-1}>
        <p>{ownMessage || sent}</p>
        {next && <p className="site-form-next">{next}</p>}
        <dl>
          {facts.map(
            ([term, fact]) =>
              fact && (
                <div key={term}>
                  <dt>{term}</dt>
                  <dd>{fact}</dd>
                </div>
              ),
          )}
        </dl>
        {reference && <p className="note">{texts.forms.referenceHelp}</p>}
        <OnwardLinks to={onward} />
      </div>
    );
  }
  return (
    <form
      className="site-form"
      id={id}
      action={`${action}#${id}`}
      method="post"
      encType={takesFile ? 'multipart/form-data' : undefined}
      data-messages={JSON.stringify(formMessagesOf(texts))}
    >
      {failure && (
        <div className="site-form-failure" role="alert" tabIndex={-1}>
          <p>{failure.message}</p>
        </div>
      )}
      <FormContext value={{ errors: failure?.fields ?? {}, values }}>{children}</FormContext>
      {/* A trap for programs that fill in every field. People can neither see nor reach it. */}
      <div className="site-form-trap" aria-hidden="true">
        <label htmlFor={trapField}>{texts.forms.trap}</label>
        <input id={trapField} type="text" name={trapField} tabIndex={-1} {...unfilled} />
      </div>
      <p className="note">
        {texts.forms.privacy}
        {features.privacy && (
          <>
            {' '}
            <a href={sitePaths.privacy}>{legal.privacy.title}</a>
          </>
        )}
      </p>
      <button className="button" type="submit">
        {button}
      </button>
    </form>
  );
}

/** The pages that a visitor may want to read after a form is sent. */
type OnwardPage = 'portfolio' | 'blog' | 'team' | 'career' | 'services';

/**
 * The links to further pages of the site, and to the home page. Leaves out pages that are switched off or
 * empty.
 */
function OnwardLinks({ to }: { to: readonly OnwardPage[] }) {
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
