import { AccountMenu } from './account-menu.tsx';
import { BrandMark } from '../components/logo.tsx';
import { Navigation } from './navigation.tsx';
import classes from './side-panel.module.css';

/** The side panel: logo, navigation and account. */
export function SidePanel() {
  return (
    <div className={classes.panel}>
      <div className={classes.top}>
        <BrandMark />
      </div>
      <Navigation />
      <AccountMenu />
    </div>
  );
}
