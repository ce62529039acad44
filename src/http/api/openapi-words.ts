import { grants } from '../../shared/grants.ts';
import { bodyRulesOf, type ProcedureMeta } from '../../trpc/procedure-meta.ts';
import type { JsonSchema } from './openapi-schemas.ts';

/** Beyond the summaries. By the procedure's name, its first and last part, or its last part. */
const operationWords: Record<string, string> = {
  list: 'Also returns rows that visitors cannot see.',
  'activities.list': 'The newest entries come first.',
  'inbox.list': 'The newest messages come first. Without `folder`, only those of the inbox.',
  'tokens.list': 'The newest tokens come first. The server stores no secrets, so no answer contains one.',
  'settings.list': 'A group is read and replaced as a whole.',
  'security.list': 'The newest events come first.',
  'users.list': 'The list includes deactivated users.',
  'media.list': 'The newest pictures come first.',
  'trash.list': 'The most recently deleted rows come first.',
  'versions.list': 'Each save that changes something is a version.',
  'addresses.list': 'A page gets a past address when its slug changes.',
  'addresses.redirects.list':
    'A redirect leads from a path that no longer exists to a page of the site. At most 1,000 are listed; a search finds the others.',
  create: 'An `Idempotency-Key` makes it safe to repeat.',
  'tokens.create': 'The answer contains the secret, which is never shown again.',
  update: 'Optional fields that are missing stay as they are.',
  patch: 'Fields that are missing stay as they are.',
  change: 'Fields that are missing stay as they are.',
  'gallery.update': 'The pictures replace those of the album.',
  'settings.update':
    'The values replace the whole group; a value that is missing becomes its default. With a `version`, changes that others have made since then are merged. A conflict is a 409 with the stored values as `current`.',
  one: 'Also of a row that visitors cannot see.',
  'webhooks.list': 'Programs that are told of changes.',
  'webhooks.create': 'The receiver checks signatures with the secret.',
  'webhooks.remove': 'Its deliveries are deleted too.',
  'webhooks.secret': 'The security log has the call.',
  'webhooks.replaceSecret': 'Both sign for a day.',
  'webhooks.test': 'Waits for the answer of the receiver.',
  'webhooks.deliveries': 'They are kept for 30 days.',
  'webhooks.repeat': 'Its `webhook-id` stays the same.',
  remove: 'The row stays in the trash for 30 days.',
  'inbox.one': 'Returns the message with its timeline.',
  'users.one': 'Returns the account without its secrets.',
  'media.one': 'Returns the picture and the rows that show it.',
  'gallery.one': 'Returns the pictures in their order.',
  'settings.one': 'Returns the values, and the version to send with a change.',
  'versions.one': 'Returns the field values of the version.',
  'trash.remove': 'This cannot be undone.',
  'trash.removeMany': 'This cannot be undone.',
  'addresses.redirects.add':
    'The path must not belong to a page of the site. One `*` in it stands for any text, which a `*` in the target repeats.',
  'visits.record':
    'Called by pages. Views by programs or staff, or of hidden pages, are not counted; the answer is the same.',
  'visits.sums': '100 rows a page, the most first. By day, days without figures are left out.',
  'visits.csv': 'All rows, in the same order.',
  'addresses.redirects.csv': 'The columns are the old address and the page.',
  'addresses.redirects.remove': 'The path then answers 404.',
  'sampleContent.remove': 'Entries that somebody has changed stay.',
  'sampleContent.restore': 'Entries of the latest removal return from the trash.',
  'sampleContent.state': 'Sample entries came with the program.',
  'inbox.remove': 'The attached file is deleted too. This cannot be undone.',
  'users.remove': 'The person’s sessions and tokens end at once. This cannot be undone.',
  'users.sessions': 'A session is one sign-in of the person.',
  'users.endSession': 'The browser of the session must sign in again.',
  'users.endSessions': 'The person must sign in again everywhere.',
  'users.removeFactors': 'The person then signs in with the password alone.',
  'inbox.removeMany': 'The attached files are deleted too. This cannot be undone.',
  removeMany: 'All rows are deleted or none.',
  restoreMany: 'All rows are restored or none.',
  'trash.restore': 'The row gets its former id back.',
  'activities.undo':
    'As a new change. Later changes of other fields stay; if one of its fields has changed again, this is a 409 with the row as `current`. A token also needs the write scope of the module.',
  'versions.restore': 'The current field values stay available as a version.',
  'settings.restore': 'The current values stay available as a version.',
  regroup: 'All rows are changed or none.',
  undoMany: 'A row that has been changed since then stays as it is.',
  duplicate: 'The copy is a draft with its own address.',
  translate: 'The translation is a hidden copy with its own address, state and versions.',
  translations: 'The original comes first. `outdated` names its members that have changed since.',
  'translations.table': 'Rows by languages, also the groups of the settings.',
  exportXliff: 'XLIFF 1.2, a `<file>` for each row.',
  importXliff: 'Each row is stored by itself, a new one as a draft. `problems` names what does not fit.',
  publish: 'All rows are changed or none.',
  publishing: 'Changes only the fields about publication, address and search engines.',
  move: 'The other rows keep their order.',
  ownForm:
    'The fields are those of the block `form`, by names made of their labels. Texts of other fields are stored too.',
  menu: 'Returns also the entries of the main menu that may have entries below them.',
  setMenu: 'Visitors see the entry while the page is published.',
  published: 'Returns what visitors see.',
  placed: 'At most 20 pages, oldest first.',
  publishedOne: 'A row that visitors cannot see is a 404.',
  publishedBySlug: 'A row that visitors cannot see is a 404.',
  open: 'Returns the jobs that visitors can apply for.',
  openOne: 'A job that is not open is a 404.',
  openBySlug: 'A job that is not open is a 404.',
  removePhoto: 'The site then shows the member’s initials.',
  record:
    'For programs that change something outside this API. The entry is marked as reported by a program.',
  csv: 'The newest rows come first.',
  giveUp: 'The address then answers 404.',
  login: 'Returns a secret to send as a bearer token. Programs should use an API token instead.',
  logout: 'The token of the session is refused from then on.',
  'auth.user': 'Returns the owner of the session.',
  secondFactor: 'Continues a sign-in that was refused with `second_factor_required`.',
  stepUp:
    'Sensitive calls answer `step_up_required` without it. `until` says how long the confirmation holds.',
  forgotPassword: 'The answer is the same whether or not the account exists.',
  resetPassword: 'All other sessions of the account end.',
  'dashboard.stats': 'Counts all rows, including those that visitors cannot see.',
  'export.site': 'Returns a tar file that `npm run import` reads.',
  share: 'Anyone with the link can see the draft until the link expires.',
  end: 'The links stop working at once.',
  upload: 'Rows refer to the picture by its id or its path.',
  replace: 'All rows that show the picture show the new file.',
  uploadPicture:
    'A save of the group then names the picture by its path. An upload that no save names is deleted after a day.',
  revoke: 'The token is refused at its next call.',
  name: 'Versions without a name may be deleted later.',
  deactivate: 'The person can no longer sign in, and all sessions and tokens of the account end.',
  reactivate: 'The person signs in with the former password. Former sessions and tokens stay ended.',
  preview: 'Nothing is stored.',
  usage: 'An entry in use is removed together with a new value for its rows.',
  versions: 'The newest versions come first. The last 100 are stored.',
  assign: 'Returns an outcome for each message.',
  assignees: 'They have access to the inbox.',
  setState: 'Closing a message also marks it as read.',
  setStage: 'Other messages stay as they are.',
  remind: 'At 8:00 on the site’s clock, the messages are open again and first in `listed_at`.',
  note: 'Nobody can change a note. It is deleted with its message.',
  unread: 'The newest come first.',
  markRead: 'A read message stays as it is.',
  markManyRead: 'All messages are marked or none.',
  markUnread: 'An unread message stays as it is.',
  markManyUnread: 'All messages are marked or none.',
  spam: 'All messages are moved or none.',
  markManyNotSpam: 'The messages are unread again.',
  'inbox.trash': 'The settings say how long the trash keeps messages.',
  'inbox.restore': 'Spam returns to the spam folder.',
  'inbox.undo': 'Takes the `version` of each outcome. A message that was changed since stays as it is.',
  reply:
    'The mail goes out after ten seconds. A 409 with `current` is an answer that the writer has not seen.',
  replyMany: 'All mails are queued or none.',
  changeReply: 'A mail that is sent again keeps its Message-ID. An answer that came back opens its message.',
  removeReply: 'An answer that waits is cancelled and leaves no trace.',
  replyFile: 'Returns the file as it was sent.',
  filePicture: 'Returns WebP, at most 2,000 pixels wide.',
  mailSource: 'Returns the mail as it came, for 30 days.',
  receive: 'The mail becomes a message, or an answer to one.',
  blockedSenders: 'The newest entries come first.',
  blockSender: 'Later messages of the sender are spam.',
  unblockSender: 'Messages in the spam folder stay there.',
  'privacy.find': 'Reads every table, so it may take some seconds.',
  'privacy.archive': 'Returns a ZIP file with `person.json` and the files of the person.',
  'privacy.erase': 'After an interruption, the same call does the rest. This cannot be undone.',
  'privacy.erasures': 'The newest come first. They have nothing of the persons.',
  attachment: 'Returns the PDF that the visitor sent.',
  contact: 'Staff find the message in the inbox. The answer has its reference.',
  quotation: 'Staff find the request in the inbox. The answer has its reference.',
  internship: 'Staff find the application in the inbox. The answer has its reference.',
  application: 'Staff find the application in the inbox. The answer has its reference.',
  'site.test': 'Needs no database.',
  'site.settings': 'Returns the settings that visitors may see.',
};

/** A key `procedure.name` takes precedence; a key `name` applies where the parameter has no description. */
const parameterWords: Record<string, string> = {
  act: '`retry` for a refused or unclear answer, `sent` for an unclear one that has arrived, `returned` for a sent one that came back',
  all: 'True lists the tokens of everybody. Only for admins',
  assignee: 'Only messages of `me`, `none` or the user with this id',
  author: 'Only posts by this author',
  by: 'What the rows are: days, pages, hosts before, screens, campaigns, or forms with what they sent',
  before: 'Only rows that follow the row with this id in the usual order',
  category: 'Only rows of this category',
  cursor: 'The `meta.next_cursor` of the previous answer, to continue after its last row',
  deleted_since: 'Only rows that were deleted at this time or later. Deleted rows are listed for 30 days',
  email: 'The email address of the person',
  external_id: 'Only the row with this id in another system',
  fields: 'The members of each row to return, separated by commas. Default: all',
  folder: '`inbox`, `spam` or `trash`. Default: `inbox`',
  lang: 'Only rows in this language. In lists for visitors the main one is the default',
  has_file: 'True: only messages with a file. False: only messages without one',
  from: 'The first day. Default: 29 days before `until`',
  group: 'The name of the group',
  id: 'The id of the row',
  is_active: 'True: only jobs that visitors can see. False: only the others',
  is_described: 'True: only pictures with a description. False: only pictures without one',
  is_published: 'True: only published rows. False: only unpublished rows',
  is_read: 'True: only messages that are read. False: only unread ones',
  is_used: 'True: only pictures in use. False: only unused pictures',
  job: 'Only applications for the job with this id',
  kind: 'Only rows of this kind',
  'media.list.kind': '`picture` or `file`. Default: both',
  limit: 'The maximum number of rows in the answer',
  list: 'The name of the list',
  module: 'Only entries about this module',
  number: 'The number of the version',
  page: 'The number of the page, from 1. Without `page` and `cursor`, the list starts at the beginning',
  per_page: 'The maximum number of rows per page',
  place: 'Only pages of this place',
  'pages.publishedBySlug.slug':
    'The path of the page without its first slash. Past paths are a 404 that names the present one',
  project_id: 'Only testimonials about the project with this id',
  role: 'Only users with this role',
  search: 'Only rows that contain these words',
  section: 'Only members of this section',
  service: 'Only rows about this service',
  session_id: 'The id of the session',
  since: 'Only what is of this moment or later',
  slug: 'The last part of the address of the page',
  sort: 'Up to three members to sort by. A leading `-` means descending',
  stage: 'Only applications in this stage',
  state: 'Only rows in this state',
  tag: 'Only posts with this tag',
  'tokens.list.user_id': 'Only the tokens of this user. Default: your own. Only admins name somebody else',
  'visits.sums.until': 'The last day, included. Default: today',
  'visits.csv.until': 'The last day, included. Default: today',
  'security.list.user_id': 'Only events by or about this user',
  type: 'Only rows of this type',
  until: 'Only what is before this moment',
  user_id: 'Only changes by this user',
  item_id: 'Only changes of this row of `module`',
  verified: 'False: only what programs reported',
  include: '`content` adds the texts, for up to 20 rows',
  'blog.published.updated_since': 'Only rows changed or published since this time',
  'portfolio.published.updated_since': 'Only rows changed or published since this time',
  updated_since: 'Only rows that were changed at this time or later. Restored rows count as changed',
};

const [kilobyte, megabyte] = [1024, 1024 * 1024];

const roleWords: Record<string, string> = {
  admin: 'admins',
  hr: 'HR',
  content_moderator: 'moderators',
  user: 'users',
};

export function describeOperation(
  name: string,
  meta: ProcedureMeta,
  scopes: readonly string[] | null,
): string {
  const parts = name.split('.');
  const last = parts.at(-1)!;
  const act = operationWords[name] ?? operationWords[`${parts[0]}.${last}`] ?? operationWords[last];
  const hasBody = meta.openapi?.method !== 'GET' && meta.openapi?.method !== 'DELETE';
  return [act, callersOf(meta), tokensOf(meta, scopes), hasBody && describeBodyLimit(meta)]
    .filter(Boolean)
    .join(' ');
}

function callersOf({ access, isGuarded }: ProcedureMeta): string {
  if (access === undefined || access === 'everybody') return 'For everybody.';
  const confirmed = isGuarded ? ' People need a recent step-up.' : '';
  if (access === 'signed-in') return `For everybody with an account.${confirmed}`;
  const callers = grants[access].map((role) => roleWords[role] ?? role);
  return `For ${callers.join(', ').replace(/, ([^,]+)$/, ' and $1')}.${confirmed}`;
}

function tokensOf({ access }: ProcedureMeta, scopes: readonly string[] | null): string | undefined {
  if (access === undefined || access === 'everybody') return undefined;
  // `x-required-scope` already names the scopes.
  return scopes ? undefined : 'Not for API tokens.';
}

/** Undefined for the default limits: the response `Refused` states them for all operations. */
function describeBodyLimit(meta: ProcedureMeta): string | undefined {
  const { textBytes } = bodyRulesOf(meta);
  const { textBytes: usualBytes } = bodyRulesOf({ access: meta.access });
  return textBytes === usualBytes ? undefined : `Body size limit without files: ${sizeOf(textBytes)}.`;
}

function sizeOf(bytes: number): string {
  return bytes >= megabyte ? `${bytes / megabyte} MB` : `${bytes / kilobyte} kB`;
}

export function describeParameter<T extends JsonSchema & { name: string }>(
  procedure: string,
  parameter: T,
): T {
  const description =
    parameterWords[`${procedure}.${parameter.name}`] ??
    parameter.description ??
    parameterWords[parameter.name];
  if (description === undefined) return parameter;
  const { description: _, ...schema } = parameter.schema as JsonSchema;
  return { ...parameter, schema, description };
}
