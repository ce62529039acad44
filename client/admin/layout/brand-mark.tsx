import { useComputedColorScheme } from '@mantine/core';
import { siteLogo, siteName } from '../../lib/site-name.ts';
import { Logo } from '../../shared/logo.tsx';
import classes from './brand-mark.module.css';

/** The company's logo with its name. */
export function BrandMark({ size = 24 }: { size?: number }) {
  const theme = useComputedColorScheme('light');
  const [logo, name] = [siteLogo(), siteName()];
  return (
    <span className={classes.brand} role="img" aria-label={name}>
      <Logo logo={logo} name={name} size={size} theme={theme} />
      {!logo.picture?.hasName && <span aria-hidden="true">{name}</span>}
    </span>
  );
}
