import type { z } from 'zod';
import type { EntityClass } from '@mikro-orm/core';
import { blogModule } from './modules/blog/blog.module.ts';
import { clientsModule } from './modules/clients/clients.module.ts';
import { jobsModule } from './modules/jobs/jobs.module.ts';
import type { TransferContent } from './content/module/transfer-content.ts';
import { pagesModule } from './modules/pages/pages.module.ts';
import { portfolioModule } from './modules/portfolio/portfolio.module.ts';
import type { ModuleKind } from './content/module/module-kind.ts';
import type { dueMomentsLogger } from './content/schedule-log.ts';
import { teamModule } from './modules/team/team.module.ts';
import { testimonialsModule } from './modules/testimonials/testimonials.module.ts';
import type { Columns } from './shared/column-types.ts';
import type { ModuleName } from './shared/module-facts.ts';

export interface ContentModule {
  rules: {
    columns: Columns;
    title: string;
    search: readonly string[];
    filters: readonly string[];
    groups: string;
  };
  entity: EntityClass<{ id: number }>;
  kind: ModuleKind;
  Shown: z.ZodType<object>;
  Patch: z.ZodType;
  logDueMoments: ReturnType<typeof dueMomentsLogger>;
  content: TransferContent;
  procedures: object;
}

export const contentModules = {
  blog: blogModule,
  portfolio: portfolioModule,
  jobs: jobsModule,
  team: teamModule,
  testimonials: testimonialsModule,
  clients: clientsModule,
  pages: pagesModule,
};

/** Without the types of their columns, for code that treats all modules alike. */
export const untypedModules = contentModules as unknown as Record<ModuleName, ContentModule>;

export const contentModuleList: readonly ContentModule[] = Object.values(untypedModules);

type Modules = typeof contentModules;

export const moduleProcedures = Object.fromEntries(
  Object.entries(contentModules).map(([name, { procedures }]) => [name, procedures]),
) as unknown as { [N in keyof Modules]: Modules[N]['procedures'] };
