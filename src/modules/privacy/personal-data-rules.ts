import { untypedModules } from '../../content-modules.ts';
import type { PersonalDataKind } from '../../database/columns.ts';
import { entityMetadataOf } from '../../database/file-columns.ts';
import { entities } from '../../entities.ts';
import { factsOf, moduleNames, modulePath } from '../../shared/module-facts.ts';
import type { ErasureTreatment } from './treatment.facts.ts';

export interface TableRule {
  /** The name of the rows in the panel and the documentation. */
  label: string;
  treatment: ErasureTreatment;
  /** What each text and JSON column holds, as its entity says. Only tables without an entity say it here. */
  columns: Readonly<Record<string, PersonalDataKind>>;
  /** The column with the owner's address as `toEmailKey` returns it, if this alone says to whom a row belongs. */
  key?: string;
  /** The column in which rows of other people may contain the address. */
  mention?: string;
  /**
   * The table with the rows to which these rows belong, and the column of these rows with the id of such a row. It is
   * deleted with these rows.
   */
  of?: readonly [table: string, column: string];
  /** The column by which staff recognise a row. */
  title?: string;
  /** The panel's screen for a row. `{id}` becomes the value of that column, `{address}` the address of the person. */
  screen?: string;
  retention: string;
}

type Rules = Readonly<Record<string, Omit<TableRule, 'columns'> & { columns?: TableRule['columns'] }>>;

const whileAccountExists = 'Until the account is deleted';
const account = { treatment: 'account', retention: whileAccountExists, of: ['users', 'user_id'] } as const;
const whileKept = 'Until staff delete it; 30 days more in the trash';
const nothing = { treatment: 'nothing', retention: 'While the program needs it' } as const;

const rules: Rules = {
  // Messages from people, mails to people, and notes and log entries about people.
  messages: {
    label: 'Messages',
    treatment: 'delete',
    key: 'email_key',
    title: 'subject',
    mention: 'search_text',
    screen: '/admin/inbox?tab={folder}&search={address}&message={id}',
    retention: 'By kind, as set under Privacy',
  },
  message_events: {
    label: 'Notes and acts about messages',
    treatment: 'follow',
    of: ['messages', 'message_id'],
    retention: 'Until the message is deleted',
  },
  message_files: {
    label: 'Files of answers and incoming mails',
    treatment: 'follow',
    of: ['message_events', 'event_id'],
    retention: 'Until the message is deleted',
  },
  incoming_mails: {
    label: 'Mails that came in',
    treatment: 'delete',
    key: 'email_key',
    title: 'name',
    of: ['message_events', 'event_id'],
    retention: 'Until the message is deleted; the source 30 days, 500 MB in all',
  },
  outbox_mails: {
    label: 'Mails that wait to be sent',
    treatment: 'delete',
    title: 'subject',
    retention: 'Until they are accepted, or a person decides',
  },
  blocked_senders: {
    label: 'Blocked senders',
    treatment: 'delete',
    key: 'sender',
    title: 'sender',
    retention: 'Until staff remove it',
  },
  kept_answers: {
    label: 'Answers to requests that may be repeated',
    treatment: 'delete',
    retention: '24 hours',
  },
  security_events: {
    label: 'Security log',
    treatment: 'blank',
    title: 'type',
    screen: '/admin/activities?log=access',
    retention: 'As set under Privacy',
  },
  activities: {
    label: 'Activity log',
    treatment: 'blank',
    title: 'description',
    screen: '/admin/activities',
    retention: 'As set under Privacy',
  },
  imported_items: {
    label: 'Origins of imported entries',
    treatment: 'blank',
    title: 'external_id',
    retention: 'Without an end',
  },

  // The accounts of colleagues, and what belongs to them.
  users: {
    treatment: 'account',
    retention: whileAccountExists,
    label: 'Accounts',
    key: 'email_key',
    title: 'name',
    screen: '/admin/users/{id}/edit',
  },
  sessions: {
    ...account,
    label: 'Sessions',
    retention: '7 days, or 30 with Remember me',
  },
  factors: { ...account, label: 'Second factors' },
  recovery_codes: { ...account, label: 'Recovery codes' },
  password_resets: {
    ...account,
    label: 'Links to set a password',
    retention: '60 minutes',
  },
  sso_links: { ...account, label: 'Links to single sign-on' },
  api_tokens: { ...account, label: 'API tokens' },
  notice_settings: { ...account, label: 'Wanted notices' },
  working_copies: {
    label: 'Unsaved input of forms',
    treatment: 'expire',
    retention: '30 days, or until the form is saved',
  },

  // The texts of staff, which may mention a person.
  ...Object.fromEntries(
    moduleNames.map((name) => [
      factsOf(name).table,
      {
        label: factsOf(name).label,
        treatment: 'edit',
        title: untypedModules[name].rules.title,
        screen: `${modulePath(name)}/{id}/edit`,
        retention: whileKept,
      },
    ]),
  ),
  media: {
    label: 'Media',
    treatment: 'edit',
    title: 'name',
    screen: '/admin/media/{id}/edit',
    retention: whileKept,
  },
  albums: {
    label: 'Gallery',
    treatment: 'edit',
    title: 'name',
    screen: '/admin/gallery',
    retention: 'Until staff delete it',
  },
  pictures: {
    label: 'Descriptions of pictures',
    treatment: 'edit',
    title: 'path',
    retention: 'While something shows the picture',
  },
  post_tags: {
    label: 'Tags of posts',
    treatment: 'edit',
    of: ['posts', 'post_id'],
    retention: 'As the post',
    columns: { tag: 'writing' },
  },
  versions: {
    label: 'Earlier versions',
    treatment: 'forget',
    title: 'module',
    retention: '50 of each entry, and those with a name',
  },
  trash_items: {
    label: 'Trash',
    treatment: 'forget',
    title: 'title',
    retention: '30 days',
  },
  site_settings: {
    label: 'Settings',
    treatment: 'forget',
    title: 'group_name',
    screen: '/admin/settings',
    retention: '100 versions of each group',
  },

  webhooks: {
    label: 'Webhooks',
    treatment: 'edit',
    title: 'name',
    screen: '/admin/webhooks',
    retention: 'Until staff delete it',
  },

  external_ids: {
    label: 'Ids of entries in other systems',
    treatment: 'edit',
    title: 'external_id',
    retention: 'As the entry',
  },

  // Tables with nothing of visitors. Only `erasures` has names, those of staff.
  erasures: {
    label: 'Erased persons, without their names',
    treatment: 'nothing',
    retention: 'Without an end',
  },
  addresses: { ...nothing, label: 'Addresses of pages' },
  translations: { ...nothing, label: 'Rows that are translations' },
  missed_addresses: {
    ...nothing,
    label: 'Addresses at which visitors found no page, none with an @',
    retention: '90 days, the 500 that were missed most',
  },
  visit_counts: {
    ...nothing,
    label: 'Sums of views, visits and messages, without anything about persons',
    retention: 'By day as set under Privacy, by month without an end',
  },
  setting_pictures: { ...nothing, label: 'Pictures of settings' },
  media_uses: { ...nothing, label: 'Uses of media' },
  version_pictures: { ...nothing, label: 'Pictures of versions' },
  previews: { ...nothing, label: 'Withdrawn previews' },
  starter_rows: { ...nothing, label: 'Sample content' },
  shown_defaults: { ...nothing, label: 'Default texts of the last start' },
  dismissals: { ...nothing, label: 'Dismissed offers' },
  sweep_candidates: { ...nothing, label: 'Files without a row' },
  secrets: { ...nothing, label: 'Signing keys' },
  used_keys: { ...nothing, label: 'Used keys, as hashes' },
  try_counters: { ...nothing, label: 'Counted tries, by hashes of their owners' },
  mailboxes: { ...nothing, label: 'How far the mailbox was read' },
  webhook_deliveries: {
    ...nothing,
    label: 'Deliveries of webhooks: ids and paths of rows, no texts',
    retention: '30 days, 10,000 in all',
  },
  migrations: { ...nothing, label: 'Migrations', columns: { name: 'nothing' } },
};

const columnsByTable = new Map(
  entityMetadataOf(entities).map(({ tableName, properties }) => [tableName, holdingsOf(properties)]),
);

/** What the text and JSON columns of an entity say, before or after MikroORM's discovery. */
function holdingsOf(properties: Record<string, unknown>): TableRule['columns'] {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]): [string, PersonalDataKind][] => {
      const { type, customType } = property as Partial<Record<'type' | 'customType', { prototype?: object }>>;
      const { holds } = (customType ?? type?.prototype ?? type ?? {}) as { holds?: PersonalDataKind };
      return holds ? [[name, holds]] : [];
    }),
  );
}

/**
 * The rules for all tables, by which a person is found, exported and erased. Search tables (`…_fts…`) contain only the
 * texts of other tables, so they need no rules.
 */
export const personalDataRules: Readonly<Record<string, TableRule>> = Object.fromEntries(
  Object.entries(rules).map(([table, rule]) => [
    table,
    { columns: columnsByTable.get(table) ?? {}, ...rule },
  ]),
);

export const placesOutsideDatabase: readonly (readonly [
  place: string,
  retention: string,
  erasing: string,
])[] = [
  ['Private files: CVs, files of mails', 'As the message', 'Deleted.'],
  ['Private files: sources of mails', '30 days', 'Deleted.'],
  [
    '`DATA_DIR/outbox/*.eml`: mails of a server without `SMTP_URL`',
    'Until the operator deletes them',
    'Deleted.',
  ],
  ['Browsers of staff: unsaved input', '30 days, or until the logout', 'Stays until then.'],
  [
    'Standard output: the server’s log',
    'The operator decides',
    'Stays. It has network addresses and no words.',
  ],
  [
    'The mail server and mailboxes',
    'Their owners decide',
    'Stays. The recipient of a mail can delete it there.',
  ],
  [
    'Backups',
    'The operator decides',
    'Stays. After a restore, erase again what was asked for since the backup.',
  ],
];
