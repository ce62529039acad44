import { siteName } from '../../api/site-name.ts';
import { Mark } from '../../shared/logo.tsx';
import classes from './components.module.css';

/** The company's logo with its name. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <span className={classes.brand} role="img" aria-label={siteName()}>
      <Mark size={size} />
      <span aria-hidden="true">{siteName()}</span>
    </span>
  );
}
