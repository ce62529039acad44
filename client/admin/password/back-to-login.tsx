import { addresses } from '../addresses.ts';
import classes from './password.module.css';

/** The way back to the sign-in page, and to the form when the address was mistyped. */
export function BackToLogin({ onOtherAddress }: { onOtherAddress?: () => void }) {
  return (
    <p className={classes.ways}>
      {/* A full load: the sign-in page has a policy of its own. */}
      <a href={addresses.login}>Back to sign in</a>
      {onOtherAddress && (
        <button type="button" className={classes.again} onClick={onOtherAddress}>
          Use a different email address
        </button>
      )}
    </p>
  );
}
