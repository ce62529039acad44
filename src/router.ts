import { activitiesRouterOf } from './modules/activities/activities.ts';
import { addressesRouterOf } from './content/addresses/addresses.router.ts';
import { accountRouter, authRouter } from './modules/auth/auth.router.ts';
import { blogRouter } from './modules/blog/blog.router.ts';
import { clientsRouter } from './modules/clients/clients.module.ts';
import { dashboardRouterOf } from './modules/dashboard/dashboard.ts';
import { galleryRouter } from './modules/gallery/gallery.ts';
import { inboxRouter } from './modules/inbox/inbox.router.ts';
import { publicFormsRouter } from './modules/inbox/public-forms.router.ts';
import { jobsRouter } from './modules/jobs/jobs.module.ts';
import { mailboxRouter } from './modules/mailbox/mailbox.router.ts';
import { mediaContent } from './modules/library/library.module.ts';
import { mediaRouterOf } from './modules/library/library.router.ts';
import { rowLanguagesRouterOf } from './modules/row-languages/row-languages.ts';
import { onboardingRouterOf, sampleContentRouterOf } from './modules/onboarding/onboarding.ts';
import { pagesRouter } from './modules/pages/pages.router.ts';
import { panelRouter } from './modules/panel/panel.ts';
import { portfolioRouter } from './modules/portfolio/portfolio.router.ts';
import { presenceRouter } from './modules/presence/presence.ts';
import { previewsRouter } from './modules/previews/previews.ts';
import { privacyRouter } from './modules/privacy/privacy.router.ts';
import { searchRouterOf } from './modules/search/search.ts';
import { securityRouter } from './modules/security-log/security-log.ts';
import { listUsesOf } from './settings/choices.ts';
import { settingsRouterOf } from './settings/settings.router.ts';
import { siteRouter } from './modules/site/site.ts';
import { ssoRouter } from './modules/sso/sso.router.ts';
import { teamRouter } from './modules/team/team.module.ts';
import { testimonialsRouter } from './modules/testimonials/testimonials.module.ts';
import { tokensRouter } from './modules/tokens/tokens.ts';
import { translationsRouterOf } from './modules/translations/translations.router.ts';
import { trashRouterOf } from './content/trash/trash.router.ts';
import { usersRouter } from './modules/users/users.router.ts';
import { webhooksRouter } from './modules/webhooks/webhooks.router.ts';
import { versionsRouterOf } from './content/versions/versions.router.ts';
import { visitsRouter } from './modules/visits/visits.router.ts';
import { autosavesRouter } from './modules/autosaves/autosaves.ts';
import { untypedModules, moduleProcedures } from './content-modules.ts';
import { exportRouter } from './transfer/site-export.ts';
import { router } from './trpc/procedures.ts';

export const appRouter = router({
  ...moduleProcedures,
  account: accountRouter,
  activities: activitiesRouterOf({
    modules: { ...untypedModules, media: mediaContent },
    uses: listUsesOf(untypedModules),
  }),
  addresses: addressesRouterOf(untypedModules),
  auth: authRouter,
  blog: blogRouter,
  export: exportRouter,
  clients: clientsRouter,
  dashboard: dashboardRouterOf(untypedModules),
  gallery: galleryRouter,
  inbox: inboxRouter,
  jobs: jobsRouter,
  mailbox: mailboxRouter,
  media: mediaRouterOf(untypedModules),
  onboarding: onboardingRouterOf(untypedModules),
  portfolio: portfolioRouter,
  sampleContent: sampleContentRouterOf(untypedModules),
  pages: pagesRouter,
  panel: panelRouter,
  presence: presenceRouter,
  previews: previewsRouter,
  privacy: privacyRouter,
  rowLanguages: rowLanguagesRouterOf(untypedModules),
  search: searchRouterOf(untypedModules),
  security: securityRouter,
  settings: settingsRouterOf(untypedModules),
  site: siteRouter,
  sso: ssoRouter,
  team: teamRouter,
  testimonials: testimonialsRouter,
  tokens: tokensRouter,
  translations: translationsRouterOf(untypedModules),
  trash: trashRouterOf({ ...untypedModules, media: mediaContent }),
  users: usersRouter,
  versions: versionsRouterOf(untypedModules),
  visitors: publicFormsRouter,
  visits: visitsRouter,
  webhooks: webhooksRouter,
  workingCopies: autosavesRouter,
});

export type AppRouter = typeof appRouter;
