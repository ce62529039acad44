import { Mark } from '../../shared/logo.tsx';
import { siteName } from '../../lib/site-name.ts';
import classes from './brand-mark.module.css';

/** The company's logo with its name. */
export function BrandMark({ size = 24 }: { size?: number }) {
  return (
    <span className={classes.brand} role="img" aria-label={siteName()}>
      <Mark size={size} />
      <span aria-hidden="true">{siteName()}</span>
    </span>
  );
}
