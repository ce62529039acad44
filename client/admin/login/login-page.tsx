import { Mark } from '../../ui/mark.tsx';
import { BrandMark } from '../layout/brand-mark.tsx';
import { LoginForm } from './login-form.tsx';
import classes from './login-page.module.css';

/** The way in. */
export function LoginPage() {
  return (
    <main className={classes.page}>
      <title>Admin Login · Atrium</title>
      <div className={classes.card}>
        <BrandMark size={34} />
        <h1 className={classes.title}>Admin Login</h1>
        <p className={classes.lead}>Enter your credentials to access the admin panel</p>
        <LoginForm />
      </div>
      <div className={classes.hall} aria-hidden="true">
        <Mark size={640} />
      </div>
    </main>
  );
}
