import type { EventSubscriber, FlushEventArgs, TransactionEventArgs } from '@mikro-orm/core';
import type { Ctx } from './ctx.ts';
import { TransactionCollector } from './events/events.ts';

/** A number that changes with the public content. A cached response is valid while the number is the same. */
export interface ContentVersion {
  known(): number | undefined;
  /** May need a query. While the database is unavailable, this is the last known number. */
  ask(): Promise<number>;
}

/** Public pages show nothing from these tables. A change to any other table raises the content version. */
const unseenTables = new Set([
  ...['sessions', 'password_resets', 'security_events', 'sso_links', 'secrets', 'factors', 'recovery_codes'],
  ...[
    'try_counters',
    'used_keys',
    'messages',
    'message_events',
    'blocked_senders',
    'outbox_mails',
    'message_files',
    'notice_settings',
    'shown_defaults',
    'activities',
    'kept_answers',
    'trash_items',
  ],
  ...['sweep_candidates', 'starter_rows', 'dismissals', 'media_uses', 'versions', 'version_pictures'],
  ...[
    'previews',
    'working_copies',
    'api_tokens',
    'erasures',
    'visit_counts',
    'webhooks',
    'webhook_deliveries',
    'external_ids',
  ],
]);

/** Only the panel shows these tables. A change is announced to open panels, but cached responses stay valid. */
const panelTables = new Set(['activities', 'security_events', 'trash_items', 'versions', 'starter_rows']);

export function isPublicTable(table: string): boolean {
  return !unseenTables.has(table);
}

function isAnnounced(table: string): boolean {
  return isPublicTable(table) || panelTables.has(table);
}

/** For raw SQL that changes tables, `*` for all. @throws {Error} for public tables without a transaction */
export function declareChangedTables({ em }: Pick<Ctx, 'em'>, ...tables: string[]): void {
  const announced = tables.filter(isAnnounced);
  if (announced.length === 0) return;
  const transaction = em.getTransactionContext<object>();
  const seen = announced.filter(isPublicTable);
  if (!transaction && seen.length > 0)
    throw new Error(`${seen.join(', ')}: visitors are shown this, so change it in a transaction`);
  if (!transaction) return;
  const subscribers: EventSubscriber[] = [...em.getEventManager().getSubscribers()];
  const changes = subscribers.find((subscriber) => subscriber instanceof ChangedTables);
  if (!changes) throw new Error('this entity manager belongs to no open database');
  changes.add(transaction, announced);
}

export class ChangedTables extends TransactionCollector<string> {
  onFlush({ em, uow }: FlushEventArgs): void {
    const transaction = em.getTransactionContext<object>();
    if (transaction) this.add(transaction, flushedTables(uow));
  }

  override async beforeTransactionCommit(args: TransactionEventArgs): Promise<void> {
    const { transaction, uow } = args;
    if (transaction && uow) this.add(transaction, flushedTables(uow));
    await super.beforeTransactionCommit(args);
  }
}

function flushedTables(uow: FlushEventArgs['uow']): string[] {
  return [...new Set(uow.getChangeSets().map(({ meta }) => meta.tableName))].filter(isAnnounced);
}
