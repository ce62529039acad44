import { Success } from '../../shared/fields.ts';
import { can } from '../../shared/grants.ts';
import { moduleNames } from '../../shared/module-facts.ts';
import { allowed, router } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import {
  DismissalInput,
  Onboarding,
  SampleRemovalResult,
  SampleRestorationResult,
  SampleContentStatus,
  Samples,
} from './onboarding.schema.ts';
import { dismissOffer, getOnboarding } from './onboarding.ts';
import {
  getSampleContent,
  listSamples,
  removeSampleContent,
  restoreSampleContent,
  type SampledModules,
} from './sample-content.ts';

const permitted = allowed('settings:manage');

/** For the panel alone: the dashboard's offers to the admin of a new site, and the ids of sample rows. */
export function onboardingRouterOf(modules: SampledModules) {
  return router({
    state: permitted.output(Onboarding).query(({ ctx }) => getOnboarding(ctx, modules)),

    samples: allowed('panel:follow')
      .output(Samples)
      .query(({ ctx }) => {
        const names = moduleNames.filter((name) => can(ctx.viewer.role, `${name}:manage`));
        return listSamples(ctx, modules, names);
      }),

    dismiss: permitted
      .input(DismissalInput)
      .output(Success)
      .mutation(({ ctx, input }) => dismissOffer(ctx, input)),
  });
}

export function sampleContentRouterOf(modules: SampledModules) {
  return router({
    state: permitted
      .meta(rest('GET', '/admin/sample-content', 'Count the sample entries of the site'))
      .output(SampleContentStatus)
      .query(({ ctx }) => getSampleContent(ctx, modules)),

    remove: permitted
      .meta(rest('POST', '/admin/sample-content/removal', 'Move unchanged sample entries to the trash'))
      .output(SampleRemovalResult)
      .mutation(({ ctx }) => removeSampleContent(ctx, modules)),

    restore: permitted
      .meta(rest('DELETE', '/admin/sample-content/removal', 'Undo the latest removal of sample entries'))
      .output(SampleRestorationResult)
      .mutation(({ ctx }) => restoreSampleContent(ctx, modules)),
  });
}
