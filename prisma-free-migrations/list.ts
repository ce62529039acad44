import { ActivitiesInbox } from './20261121-activities-inbox.ts';
import { Foundation } from './20261121-foundation.ts';
import { ImportedItems } from './20261121-imported-items.ts';
import { Keep } from './20261121-keep.ts';
import { Pictures } from './20261121-pictures.ts';
import { SameEvent } from './20261121-same-event.ts';
import { SecurityLogSearch } from './20261121-security-log-search.ts';
import { SignIn } from './20261121-sign-in.ts';
import { Size } from './20261121-size.ts';
import { Sso } from './20261121-sso.ts';
import { TeamJobsPortfolio } from './20261121-team-jobs-portfolio.ts';
import { VisitorForms } from './20261121-visitor-forms.ts';
import { ActivityActors } from './20261122-activity-actors.ts';
import { CappedCounts } from './20261122-capped-counts.ts';
import { SearchFolding } from './20261122-search-folding.ts';
import { SettingPictures } from './20261122-setting-pictures.ts';
import { SiteSettings } from './20261122-site-settings.ts';
import { Sitemap } from './20261122-sitemap.ts';
import { SortedLists } from './20261122-sorted-lists.ts';
import { StarterRows } from './20261122-starter-rows.ts';
import { Sweep } from './20261122-sweep.ts';
import { Testimonials } from './20261122-testimonials.ts';

/** Migrations run in this order. Append new ones, and never edit a released one. */
export const migrations = [
  { name: '20261121-foundation', class: Foundation },
  { name: '20261121-activities-inbox', class: ActivitiesInbox },
  { name: '20261121-team-jobs-portfolio', class: TeamJobsPortfolio },
  { name: '20261121-sign-in', class: SignIn },
  { name: '20261121-visitor-forms', class: VisitorForms },
  { name: '20261121-sso', class: Sso },
  { name: '20261121-pictures', class: Pictures },
  { name: '20261121-security-log-search', class: SecurityLogSearch },
  { name: '20261121-keep', class: Keep },
  { name: '20261121-imported-items', class: ImportedItems },
  { name: '20261121-size', class: Size },
  { name: '20261121-same-event', class: SameEvent },
  { name: '20261122-activity-actors', class: ActivityActors },
  { name: '20261122-sweep', class: Sweep },
  { name: '20261122-sitemap', class: Sitemap },
  { name: '20261122-capped-counts', class: CappedCounts },
  { name: '20261122-search-folding', class: SearchFolding },
  { name: '20261122-testimonials', class: Testimonials },
  { name: '20261122-site-settings', class: SiteSettings },
  { name: '20261122-setting-pictures', class: SettingPictures },
  { name: '20261122-sorted-lists', class: SortedLists },
  { name: '20261122-starter-rows', class: StarterRows },
];
