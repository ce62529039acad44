import type { EventSubscriber, FlushEventArgs, TransactionEventArgs } from '@mikro-orm/core';
import type { OperationContext } from './operation.ts';
import { PerTransaction } from './per-transaction.ts';

/**
 * Which state the rows that visitors are shown are in. What is made from them says which version it was made from, and is good as
 * long as that is the version.
 */
export interface ContentVersion {
  /** The version, at once; nothing where it must be asked for. */
  known(): number | undefined;
  /** Asks the database. While that can not be reached, gives what was known last. */
  ask(): Promise<number>;
}

/** Tables that no answer for visitors is made from. A change of any other table makes a new version. */
const unseenTables = new Set([
  ...['sessions', 'password_resets', 'security_events', 'sso_links', 'secrets'],
  ...['try_counters', 'used_keys', 'messages', 'notice_mails', 'activities', 'kept_answers', 'trash_items'],
  'sweep_candidates',
]);

/** Whether visitors are shown anything of a table. */
export function isPublicTable(table: string): boolean {
  return !unseenTables.has(table);
}

/**
 * Declares the tables that a transaction changes by statements of its own: their names, or `*` when they are not known. What the entity
 * manager flushes is declared already. A new version of the content comes with the commit, or not at all.
 *
 * @throws when visitors are shown such a table and no transaction is open
 */
export function touch({ em }: Pick<OperationContext, 'em'>, ...tables: string[]): void {
  const seen = tables.filter(isPublicTable);
  if (seen.length === 0) return;
  const transaction = em.getTransactionContext<object>();
  if (!transaction)
    throw new Error(`${seen.join(', ')}: visitors are shown this, so change it in a transaction`);
  const subscribers: EventSubscriber[] = [...em.getEventManager().getSubscribers()];
  const changes = subscribers.find((subscriber) => subscriber instanceof ContentChanges);
  if (!changes) throw new Error('this entity manager belongs to no open database');
  changes.add(transaction, seen);
}

/** Collects which tables the open transactions change, of those that visitors are shown. */
export class ContentChanges extends PerTransaction<string> {
  onFlush({ em, uow }: FlushEventArgs): void {
    const transaction = em.getTransactionContext<object>();
    if (transaction) this.add(transaction, flushedTables(uow));
  }

  /** A flush that has no transaction gets one of its own, which is known only here. */
  override async beforeTransactionCommit(args: TransactionEventArgs): Promise<void> {
    const { transaction, uow } = args;
    if (transaction && uow) this.add(transaction, flushedTables(uow));
    await super.beforeTransactionCommit(args);
  }
}

function flushedTables(uow: FlushEventArgs['uow']): string[] {
  return [...new Set(uow.getChangeSets().map(({ meta }) => meta.tableName))].filter(isPublicTable);
}
