import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../core/paths.ts';
import classes from './onboarding.module.css';
import { type Onboarding, useDismissal } from './use-onboarding.ts';

/** Offers the set-up of a new site. */
export function SetUpCard({ setUp: { steps } }: Pick<Onboarding, 'setUp'>) {
  const dismiss = useDismissal('set-up', 'The set-up is no longer offered');
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section className={classes.setUp} aria-labelledby="set-up-card">
      <div>
        <h2 className={classes.setUpTitle} id="set-up-card">
          Make this site yours: {steps.length} steps, about 3 minutes
        </h2>
        <p className={classes.setUpLead}>
          Name, look, contact, pages and sample content.
          {done > 0 && ` ${done} of ${steps.length} are done.`}
        </p>
      </div>
      <div className={classes.setUpActs}>
        <Button variant="subtle" aria-disabled={dismiss.isPending} onClick={dismiss.run}>
          Don’t offer this again
        </Button>
        <Button component={Link} to={paths.setUp}>
          {done > 0 ? 'Continue the set-up' : 'Start the set-up'}
        </Button>
      </div>
    </section>
  );
}
