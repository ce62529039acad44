import { ActivitiesInbox } from './20261121-activities-inbox.ts';
import { Foundation } from './20261121-foundation.ts';
import { SignIn } from './20261121-sign-in.ts';
import { TeamJobsPortfolio } from './20261121-team-jobs-portfolio.ts';

/** All migrations in the order they run. A new one is appended; a released one is never edited. */
export const migrations = [
  { name: '20261121-foundation', class: Foundation },
  { name: '20261121-activities-inbox', class: ActivitiesInbox },
  { name: '20261121-team-jobs-portfolio', class: TeamJobsPortfolio },
  { name: '20261121-sign-in', class: SignIn },
];
