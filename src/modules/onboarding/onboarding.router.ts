import { router } from '../../trpc/init.ts';
import { allowed } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/rest.ts';
import { Removal, Restoration, SampleContent } from './onboarding.schema.ts';
import {
  getSampleContent,
  removeSampleContent,
  restoreSampleContent,
  type SampledModules,
} from './sample-content.service.ts';

const permitted = allowed('settings:manage');

export function sampleContentRouterOf(modules: SampledModules) {
  return router({
    state: permitted
      .meta(rest('GET', '/admin/sample-content', 'Count the sample entries of the site'))
      .output(SampleContent)
      .query(({ ctx }) => getSampleContent(ctx, modules)),

    remove: permitted
      .meta(rest('POST', '/admin/sample-content/removal', 'Move unchanged sample entries to the trash'))
      .output(Removal)
      .mutation(({ ctx }) => removeSampleContent(ctx, modules)),

    restore: permitted
      .meta(rest('DELETE', '/admin/sample-content/removal', 'Undo the latest removal of sample entries'))
      .output(Restoration)
      .mutation(({ ctx }) => restoreSampleContent(ctx, modules)),
  });
}
