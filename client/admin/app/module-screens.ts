import IconArticle from 'icon:article';
import IconBriefcase from 'icon:briefcase';
import IconBuildingStore from 'icon:building-store';
import IconFiles from 'icon:files';
import IconQuote from 'icon:quote';
import IconStack2 from 'icon:stack-2';
import IconUsersGroup from 'icon:users-group';
import { factsOf, type ModuleName, modulePath } from '../../../src/shared/module-facts.ts';
import type { ScreenHandle } from '../core/navigation.ts';
import type { Screen } from './screen.ts';

type ModuleScreen = Pick<ScreenHandle, 'title' | 'icon' | 'create' | 'part'> &
  Pick<Screen, 'load'> & {
    /** Beside those that all modules have. */
    pages?: Screen['pages'];
    permissions?: Screen['permissions'];
  };

/** In the order of the navigation. */
export const moduleScreens: Record<ModuleName, ModuleScreen> = {
  blog: {
    title: 'Blog posts',
    icon: IconArticle,
    part: 'blog',
    create: 'New post',
    load: () => import('../modules/blog/blog-screen.tsx').then((file) => file.blogPages),
  },
  pages: {
    title: 'Pages',
    icon: IconFiles,
    create: 'New page',
    load: () => import('../modules/pages/pages-screen.tsx').then((file) => file.pagesPages),
  },
  team: {
    title: 'Team',
    icon: IconUsersGroup,
    part: 'team',
    create: 'New team member',
    load: () => import('../modules/team/team-screen.tsx').then((file) => file.teamPages),
  },
  jobs: {
    title: 'Jobs',
    icon: IconBriefcase,
    part: 'career',
    create: 'New job',
    pages: ['applicants'],
    permissions: { applicants: 'inbox:manage' },
    load: async () => ({
      ...(await import('../modules/jobs/jobs-screen.tsx')).jobsPages,
      applicants: {
        load: async () => (await import('../modules/inbox/applicants/applicants-page.tsx')).ApplicantsPage,
      },
    }),
  },
  portfolio: {
    title: 'Portfolio',
    icon: IconStack2,
    part: 'portfolio',
    create: 'New project',
    load: () => import('../modules/portfolio/portfolio-screen.tsx').then((file) => file.portfolioPages),
  },
  testimonials: {
    title: 'Testimonials',
    icon: IconQuote,
    create: 'New testimonial',
    load: () =>
      import('../modules/testimonials/testimonials-screen.tsx').then((file) => file.testimonialsPages),
  },
  clients: {
    title: 'Clients',
    icon: IconBuildingStore,
    create: 'New client',
    load: () => import('../modules/clients/clients-screen.tsx').then((file) => file.clientsPages),
  },
};

/** The module's facts define its path, and whether staff order its rows on the page `order`. */
export function toScreen(name: ModuleName): Screen {
  return {
    ...moduleScreens[name],
    nav: 'main',
    path: modulePath(name),
    permission: `${name}:manage`,
    pages: [
      'index',
      'new',
      'edit',
      'versions',
      'trash',
      ...(factsOf(name).position ? ['order' as const] : []),
      ...(moduleScreens[name].pages ?? []),
    ],
    rows: name,
  };
}
