import { router } from '../../trpc/init.ts';
import { allowed } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { SecurityPage, SecurityQuery } from './security-event.schema.ts';
import { listSecurityEvents } from './security-log.service.ts';

export const securityRouter = router({
  list: allowed('security:read')
    .meta(rest('GET', '/admin/security-events', 'List the security log'))
    .input(SecurityQuery)
    .output(SecurityPage)
    .query(({ ctx, input }) => listSecurityEvents(ctx, input)),
});
