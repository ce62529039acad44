import { paths } from '../core/paths.ts';
import classes from './password.module.css';

/** Links to the sign-in page and, for a mistyped address, back to the form. */
export function BackToLogin({ onOtherAddress }: { onOtherAddress?: () => void }) {
  return (
    <p className={classes.ways}>
      {/* A full page load, because the sign-in page has its own content security policy. */}
      <a href={paths.login}>Back to sign in</a>
      {onOtherAddress && (
        <button type="button" className={classes.again} onClick={onOtherAddress}>
          Use a different email address
        </button>
      )}
    </p>
  );
}
