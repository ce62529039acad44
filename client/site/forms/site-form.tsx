import './site-form.css';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/site-paths.ts';
import type { VisitorCall } from '../../lib/visitor-calls.ts';
import { FormContext } from './fields.tsx';
import { useSiteForm } from './use-site-form.ts';

interface SiteFormProps {
  call: VisitorCall;
  /** The job that is applied for. */
  id?: number;
  /** The page that the form stands on; without the page's script it is sent there. */
  action: string;
  button: string;
  children: ReactNode;
}

/** Where the browser goes when it has sent the form itself. */
const place = 'site-form';

/** A form of the public site: one column. Once it is sent, what is said takes its place. */
export function SiteForm({ call, id, action, button, children }: SiteFormProps) {
  const { state, values, element, outcome, onSubmit } = useSiteForm(call, id);
  const { sent, failure, share } = state;
  useEffect(() => {
    // From now on our own words tell what is wrong; without the script the browser's do.
    if (element.current) element.current.noValidate = true;
  });
  if (sent) {
    return (
      <div className="site-form-sent" id={place} role="status" tabIndex={-1} ref={outcome}>
        <p>{sent}</p>
      </div>
    );
  }
  const hasFile = call === 'internship' || call === 'application';
  return (
    <form
      className="site-form"
      id={place}
      ref={element}
      action={`${action}#${place}`}
      method="post"
      encType={hasFile ? 'multipart/form-data' : undefined}
      aria-busy={share !== undefined}
      onSubmit={onSubmit}
    >
      {failure && (
        <div className="site-form-failure" role="alert" tabIndex={-1} ref={outcome}>
          <p>{failure.message}</p>
        </div>
      )}
      <FormContext value={{ errors: failure?.fields ?? {}, values }}>{children}</FormContext>
      {/* A trap for programs that fill in everything. People neither see nor reach it. */}
      <div className="site-form-trap" aria-hidden="true">
        <label htmlFor="website">Website</label>
        <input id="website" type="text" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <p className="note">
        We use what you send to answer you, and for nothing else. <Link to={paths.privacy}>Privacy</Link>
      </p>
      <button className="button" type="submit" aria-disabled={share !== undefined}>
        {share === undefined ? button : busyWords(share)}
      </button>
    </form>
  );
}

function busyWords(share: number): string {
  return share > 0 && share < 1 ? `Sending… ${Math.round(share * 100)} %` : 'Sending…';
}
