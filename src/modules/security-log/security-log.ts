import { sql } from 'kysely';
import { z } from 'zod';
import { toIsoTime, parseJsonColumn } from '../../database/columns.ts';
import type { Ctx, Reader } from '../../database/ctx.ts';
import { isAfterRow } from '../../database/list/keyset.ts';
import { type ListPage, readPage } from '../../database/list/page.ts';
import { newestFirst } from '../../database/list/sort-order.ts';
import { containsWordsSql, searchWordsOf } from '../../database/search/search.ts';
import type { RowOf } from '../../database/table-types.ts';
import { pageSizes } from '../../shared/enumerations.ts';
import { maxId, oneOf, Timestamp, wholeNumber } from '../../shared/fields.ts';
import { momentQueryField, oneOrSeveral, PageMeta, PageQuery } from '../../shared/pagination.ts';
import { securityEventTypes } from '../../shared/security-events.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { procedureWithGrant, router } from '../../trpc/procedures.ts';

const SecurityQuery = PageQuery.extend({
  type: oneOrSeveral('Type', oneOf('Type', securityEventTypes)).optional(),
  user_id: wholeNumber('User', 1, maxId).optional().describe('Events by or about this user'),
  since: momentQueryField('Since'),
  until: momentQueryField('Until'),
});
type SecurityQuery = z.output<typeof SecurityQuery>;

const SecurityEventView = z
  .object({
    id: z.int().describe('The id'),
    type: z.string().describe('A value of `SecurityEventType`. Other versions may add values'),
    user_name: z.string().nullable().describe('The name of the user at that time'),
    email: z.string().nullable().describe('The e-mail address'),
    address: z.string().describe('The network address'),
    details: z.record(z.string(), z.unknown()).describe('Further details'),
    created_at: Timestamp.describe('The time of creation'),
  })
  .meta({ title: 'SecurityEvent' });
type SecurityEventView = z.output<typeof SecurityEventView>;

const SecurityPage = z.object({
  events: z.array(SecurityEventView).describe('The events, the newest first'),
  meta: PageMeta,
});

const columns = ['id', 'type', 'user_name', 'email', 'address', 'details', 'created_at'] as const;
type SecurityEventRow = RowOf<'security_events', (typeof columns)[number]>;

async function readSecurityEvents(read: Reader, query: SecurityQuery): Promise<ListPage<SecurityEventRow>> {
  const { type, user_id, since, until, search, before } = query;
  let matching = read.selectFrom('security_events');
  if (type) matching = matching.where('type', 'in', [type].flat());
  if (user_id !== undefined) {
    matching = matching.where((eb) => eb.or([eb('user_id', '=', user_id), eb('of_id', '=', user_id)]));
  }
  if (since) matching = matching.where(sql<boolean>`created_at >= ${since}`);
  if (until) matching = matching.where(sql<boolean>`created_at < ${until}`);
  if (search) matching = matching.where(containsWordsSql('search_text', await searchWordsOf(read, search)));
  if (before !== undefined) matching = matching.where(isAfterRow('security_events', before, newestFirst));
  const rows = matching.select(columns).orderBy('created_at', 'desc').orderBy('id', 'desc');
  return readPage(read, { matching, rows, query, pageSize: pageSizes.security });
}

async function listSecurityEvents(ctx: Ctx, query: SecurityQuery) {
  const { rows, meta } = await readSecurityEvents(ctx.read, query);
  return { events: rows.map(toView), meta };
}

function toView(row: SecurityEventRow): SecurityEventView {
  const { id, type, user_name, email, address } = row;
  const details = parseJsonColumn<Record<string, unknown>>(row.details);
  return { id, type, user_name, email, address, details, created_at: toIsoTime(row.created_at) };
}

export const securityRouter = router({
  list: procedureWithGrant('security:read')
    .meta(rest('GET', '/admin/security-events', 'List the security log'))
    .input(SecurityQuery)
    .output(SecurityPage)
    .query(({ ctx, input }) => listSecurityEvents(ctx, input)),
});
