import type { ActivityModule } from '../../shared/facts.ts';
import { ById, Success } from '../../shared/fields.ts';
import type { Grant } from '../../shared/grants.ts';
import { router } from '../../trpc/init.ts';
import { allowed } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/rest.ts';
import { posts } from '../blog/blog.service.ts';
import { jobs } from '../jobs/jobs.service.ts';
import { projects } from '../portfolio/portfolio.service.ts';
import type { EditorialWork } from '../records/records.service.ts';
import { members } from '../team/team.service.ts';
import { TrashPage, TrashQuery } from './trash.schema.ts';
import { listTrash, removeForGood } from './trash.service.ts';

interface TrashedModule {
  module: ActivityModule;
  grant: Grant;
  /** Where the module's rows are, below `/api`. */
  path: `/admin/${string}`;
  rows: { restore(work: EditorialWork, id: number): Promise<{ success: true }> };
}

/** The trash of one module, for who may change that module. An item is named by the id that its row had. */
function trashOf({ module, grant, path, rows }: TrashedModule) {
  return router({
    list: allowed(grant)
      .meta(rest('GET', `${path}/trash`, 'List what was deleted in the last 30 days'))
      .input(TrashQuery)
      .output(TrashPage)
      .query(({ ctx, input }) => listTrash(ctx, module, input)),

    restore: allowed(grant)
      .meta(rest('POST', `${path}/{id}/restore`, 'Bring a deleted row back as it was'))
      .input(ById)
      .output(Success)
      .mutation(({ ctx, input }) => rows.restore(ctx, input.id)),

    remove: allowed(grant)
      .meta(rest('DELETE', `${path}/trash/{id}`, 'Delete for good what is in the trash'))
      .input(ById)
      .output(Success)
      .mutation(({ ctx, input }) => removeForGood(ctx, module, input.id)),
  });
}

export const trashRouter = router({
  blog: trashOf({ module: 'blog', grant: 'blog:manage', path: '/admin/blog-posts', rows: posts }),
  team: trashOf({ module: 'team', grant: 'team:manage', path: '/admin/team', rows: members }),
  jobs: trashOf({ module: 'job', grant: 'jobs:manage', path: '/admin/jobs', rows: jobs }),
  portfolio: trashOf({
    ...{ module: 'portfolio', grant: 'portfolio:manage', path: '/admin/portfolios', rows: projects },
  }),
});
