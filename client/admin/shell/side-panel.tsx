import { Logo } from '../components/logo.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Navigation, type NavigationProps } from './navigation.tsx';
import classes from './side-panel.module.css';

/** The side panel: logo, navigation and account. */
export function Sidebar({ items }: NavigationProps) {
  return (
    <div className={classes.panel}>
      <div className={classes.top}>
        <Logo />
      </div>
      <Navigation items={items} />
      <AccountMenu />
    </div>
  );
}
