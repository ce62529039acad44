/**
 * A property of the product that tests must prove. `isFirstRing` is true for the most important properties.
 */
export interface Check {
  id: string;
  isFirstRing: boolean;
  expected: string;
  /** The reason why no test title contains the id. Set only for a property without a test. */
  untested?: string;
}

export interface CheckGroup {
  title: string;
  checks: Check[];
}

const first = (id: string, expected: string): Check => ({ id, expected, isFirstRing: true });
const second = (id: string, expected: string): Check => ({ id, expected, isFirstRing: false });

export const checkGroups: CheckGroup[] = [
  {
    title: 'C1. Sign-in and sessions',
    checks: [
      first(
        'AU1',
        'Repeated wrong passwords from one address: 429 from the sixth, others still served, the window ends by itself',
      ),
      first('AU2', 'The same over many addresses and spellings: the account budget holds, the owner gets in'),
      first('AU3', 'A batch of sign-ins: refused as a whole, none checked'),
      first('AU4', 'Known, unknown and other accounts: one answer, one time'),
      first('AU5', 'Wrong credentials: 422 at the e-mail, no session'),
      second('AU6', 'Passwords count exactly as typed; one of 10 kB is refused before hashing'),
      second('AU7', 'Common, short and obvious passwords are refused, without rules of composition'),
      first('AU8', 'Stored: argon2id and hashes only; no secret in table or log'),
      first('AU9', 'A cookie or bearer that somebody else set ends at sign-in'),
      first('AU10', 'After logout bearer, cookie and live stream are over'),
      first('AU11', 'Delete, demotion and new password act at the next call'),
      first('AU12', 'A change by cookie alone, or from a foreign page, is refused'),
      second('AU13', 'Mixed, doubled and misplaced credentials never mix people'),
      first('AU14', 'Cookies are bound to the host; answers of sign-in are not stored'),
      second('AU15', 'Idle and absolute limits hold; Remember me lengthens, never removes'),
      first('AU16', 'Forgotten password: one answer, one time, limited, the configured host'),
      first('AU17', 'A reset link works once, for its person, for an hour'),
      second('AU18', 'No default account; of two first admins one is made'),
      second('AU19', 'What is edited in the browser gives no access to data'),
    ],
  },
  {
    title: 'C2. Single sign-on',
    checks: [
      first('SO1', 'What the caller claims beside the token counts for nothing'),
      first('SO2', 'Unsigned, wrongly signed and changed tokens are refused'),
      first('SO3', 'Tokens for others or of another kind are refused'),
      first('SO4', 'Expired, replayed, missing state, nonce or PKCE are refused'),
      first('SO5', 'Roles decide by the rule; odd shapes refuse'),
      first('SO6', 'An equal address links nothing'),
      second('SO7', 'A change of role at the provider is adopted and logged'),
      second('SO8', 'A provider that is slow, unavailable or rotating its keys affects nothing else'),
      second('SO9', 'The callback stays on the site and its text is inert'),
    ],
  },
  {
    title: 'C3. Authorization',
    checks: [
      first('AZ1', 'Every operation, every role, through tRPC and REST: the published matrix'),
      first('AZ2', 'Another spelling of an address gets no other verdict'),
      first('AZ3', 'Nobody but an admin changes users or roles'),
      second('AZ4', 'Roles are taken in any letter case, others refused'),
      first('AZ5', 'Nobody deletes themselves or the last admin'),
      first('AZ6', 'Extra fields are ignored; the id of the path decides'),
      first('AZ7', 'A blank password keeps the old one, and none ever leaves'),
      first('AZ8', 'Drafts and inactive jobs are nowhere public'),
      second('AZ9', 'Hidden fields can be neither searched nor sorted by'),
      first('AZ10', 'Odd ids are refused fast, leave no entry, and never a 500'),
      first('AZ11', 'A session store that fails is a 503, never data'),
      second('AZ12', 'The role user sees what it may, and nothing else'),
    ],
  },
  {
    title: 'C4. Input',
    checks: [
      first('IN1', 'Hostile text in every field is inert wherever it shows'),
      second('IN2', 'Links are plain http(s) or refused'),
      first('IN3', 'Lists as text: odd shapes refused at the field, nothing half saved'),
      first('IN4', 'Booleans are read exactly'),
      first('IN5', 'Text over its limit is refused, never cut'),
      first('IN6', 'Any text comes back as it was, or is refused'),
      first('IN7', 'A search is literal; there is no sort by column'),
      second('IN8', 'Objects and lists where text is due: 422'),
      first('IN9', 'Names of object internals touch nothing'),
      second('IN10', 'Odd content types never skip validation'),
      first('IN11', '_method only makes the POST of an update a PUT'),
      second('IN12', 'Calls without a body succeed with and without a type'),
      second('IN13', 'Oversized and deep requests are refused quickly'),
      second('IN14', 'Values outside their lists are field errors'),
      second('IN15', 'No header is injected; cells of a spreadsheet are neutralised'),
    ],
  },
  {
    title: 'C5. Uploads and files',
    checks: [
      first('UP1', 'Exactly 10 MiB is taken, a byte more is a 413'),
      first('UP2', 'Other files under a picture’s name are refused by every form that takes pictures'),
      second('UP3', 'A picture that is also another kind of file becomes a picture only'),
      first('UP4', 'Compressed bombs, endless animations and false headers are refused in bounded time'),
      first('UP5', 'File names of callers decide nothing'),
      first('UP6', 'existing_image is one of ours, or http(s), or refused'),
      second('UP7', 'Upright, without metadata'),
      first('UP8', 'A kill or failure at any step leaves rows and files agreeing'),
      second('UP9', 'Served with a fixed type, and no trick reaches another file'),
      first('UP10', 'The server fetches no address that a caller names'),
      second('UP11', 'Twenty uploads of one name are twenty files'),
      second('UP12', 'A full volume is a 503, without half states, and passes'),
    ],
  },
  {
    title: 'C6. Headers, leaks, limits, spam',
    checks: [
      first('HD1', 'Every class of answer carries the policy'),
      second('HD2', 'No foreign origin is allowed in with credentials'),
      second('HD3', 'Private answers are not stored, public ones carry no cookie'),
      second('HD4', 'The provider’s host is allowed on the sign-in page only'),
      first('LK1', 'Failures tell a message and a request id, nothing of the inside'),
      second('LK2', 'No version, source map, dotfile, backup or listing is served'),
      second('LK3', 'Logs hold no secret and one event a line'),
      first('RL1', 'Public forms: 5 per address and 10 minutes, spam past 200 an hour'),
      first(
        'RL2',
        'Spam is rated in the same way however it is sent, stored with its reasons, and not counted as unread',
      ),
      second('RL3', 'A flood of messages leaves the inbox quick and the memory bounded'),
      second('RL4', 'A flood of sign-ins leaves the public site quick'),
    ],
  },
  {
    title: 'C7. Activity and audit',
    checks: [
      first('AD1', 'One change, one entry, whoever else tells of it'),
      first('AD2', 'Entry and change are stored together or not at all'),
      first('AD3', 'A caller’s entry can claim nobody else’s identity, and its text is inert'),
      first('AD4', 'No entry claims a delete that did not happen'),
      {
        ...second('AD5', 'A change of the log itself in the database is found'),
        untested: 'The log is no hash chain yet.',
      },
      second('AD6', 'The log stays when people are deleted, and a million entries stay quick'),
      second('AD7', 'Refusals, sign-ins and changes of rights stand in the security log'),
      second('AD8', 'An undo is exact, works once, and only for people with the right to it'),
    ],
  },
  {
    title: 'C8. Durability and concurrency',
    checks: [
      first('DU1', 'Killed at random while eight write: nothing acknowledged is lost'),
      second('DU2', 'A copy of the files at any instant starts and holds what was acknowledged'),
      first('DU3', 'A database that is unavailable for 30 s: 503, cached pages, recovery, no exit'),
      second('DU4', 'A locked or slow database: a bounded wait, then 503'),
      first('DU5', 'SIGTERM under load: what is in flight finishes'),
      first('DU6', 'A backup taken during writes restores whole'),
      second('DU7', 'A migration killed half-way; an old program on newer data'),
      first('DU8', 'Two people edit one version: the second sees both sides'),
      first('DU9', 'The same create ten times is one row'),
      first('DU10', 'What was typed survives, for its owner only'),
      second('DU11', 'Clock changes and time zones leave order and expiry correct'),
      second('DU12', 'A missing picture file is a placeholder'),
    ],
  },
  {
    title: 'C9. Load',
    checks: [
      first('LD1', 'Idle and slow connections are closed while others are served'),
      first('LD2', 'Twenty large uploads at once leave the loop free'),
      second('LD3', 'Fifty sign-ins at once leave the loop free'),
      second('LD4', 'Many dashboards over large lists stay bounded'),
      second('LD5', 'Every pattern is quick on hostile text'),
      second('LD6', 'An hour of mixed load: memory and handles do not grow'),
    ],
  },
  {
    title: 'C10. Attackers, and what each reaches',
    checks: [
      first(
        'AT1',
        'Who knows a password: nothing of an account with a second factor; else what that person may do, and the owner gets a mail',
      ),
      first(
        'AT2',
        'Who has stolen a bearer: acts in its role until it ends; no accounts, roles, factors, passwords, links or exports; out after 12 idle hours or 7 days, or when the owner ends the sessions',
      ),
      first(
        'AT3',
        'Who reads the mailbox: a new password, but no sign-in past a second factor; else the account, while every session of the owner ends',
      ),
      first(
        'AT4',
        'Who reads the database: what staff and visitors wrote; no password, session, link, code or signing key',
      ),
      first(
        'AT5',
        'Who controls the provider: the accounts that belong to it, in the roles it names; no account of this site, and admins hear of each new admin',
      ),
    ],
  },
];
