import { useComputedColorScheme } from '@mantine/core';
import { siteLogo, siteName } from '../../api/site-name.ts';
import { Logo as Sign } from '../../shared/logo.tsx';
import classes from './components.module.css';

/** The company's logo with its name. */
export function Logo({ size = 24 }: { size?: number }) {
  const theme = useComputedColorScheme('light');
  const [logo, name] = [siteLogo(), siteName()];
  return (
    <span className={classes.brand} role="img" aria-label={name}>
      <Sign logo={logo} name={name} size={size} theme={theme} />
      {!logo.picture?.hasName && <span aria-hidden="true">{name}</span>}
    </span>
  );
}
