import './site-form.css';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';

interface SiteFormProps {
  /** The page that the form stands on; it is sent there. */
  action: string;
  button: string;
  /** Whether a file goes with it. */
  hasFile?: boolean;
  children: ReactNode;
}

/** A form of the public site: one column, sent by the browser itself to its own page's address. */
export function SiteForm({ action, button, hasFile = false, children }: SiteFormProps) {
  return (
    <form
      className="site-form"
      action={action}
      method="post"
      encType={hasFile ? 'multipart/form-data' : undefined}
    >
      {children}
      {/* A trap for programs that fill in everything. People neither see nor reach it. */}
      <div className="site-form-trap" aria-hidden="true">
        <label htmlFor="website">Website</label>
        <input id="website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <p className="note">
        We use what you send to answer you, and for nothing else. <Link to={paths.privacy}>Privacy</Link>
      </p>
      <button className="button" type="submit">
        {button}
      </button>
    </form>
  );
}
