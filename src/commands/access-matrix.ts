import { writeFile } from 'node:fs/promises';
import type { AnyProcedure } from '@trpc/server';
import { expectNoArguments } from '../run-command.ts';
import { appRouter } from '../router.ts';
import { restMethodsOf } from '../http/api/rest-operations.ts';
import { grants } from '../shared/grants.ts';
import { type Role, roles } from '../shared/roles.ts';
import type { Scope } from '../shared/scopes.ts';
import { type Access, type ProcedureMeta, scopesOfProcedure } from '../trpc/procedure-meta.ts';

export const accessFile = 'docs/access.md';

export interface AccessEntry {
  name: string;
  type: 'query' | 'mutation' | 'subscription';
  rest: string | undefined;
  /** Method and path of the operation, and of its update by a form. */
  mounted: readonly string[];
  access: Access;
  isGuarded: boolean;
  /** All that an API token must have. Null when none may call the procedure. */
  scopes: readonly Scope[] | null;
}

export function listProcedureAccess(): AccessEntry[] {
  const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyProcedure>);
  const byName = procedures.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return byName.map(([name, { _def }]) => {
    const meta = (_def.meta ?? {}) as ProcedureMeta;
    const { openapi, access, isGuarded = false } = meta;
    if (!access) throw new Error(`${name} does not say who may call it`);
    return {
      name,
      type: _def.type,
      rest: openapi && `${openapi.method} /api${openapi.path}`,
      mounted: restMethodsOf(meta).map((method) => `${method} /api${openapi?.path}`),
      access,
      isGuarded,
      scopes: scopesOfProcedure(meta, _def.type),
    };
  });
}

/** By the role alone. An anonymous caller has none. */
export function isPermitted(access: Access, role: Role | undefined): boolean {
  if (access === 'everybody') return true;
  if (!role) return false;
  return access === 'signed-in' || (grants[access] as readonly Role[]).includes(role);
}

/**
 * What a person with a stale session proves again, by kind of account: a password alone, a second factor, or single
 * sign-on alone.
 */
const stepUpMethods = {
  password: 'the password',
  factor: 'the factor',
  'single sign-on': 'the provider',
} as const;
export type StepUpMethod = keyof typeof stepUpMethods;
export const stepUpMethodNames = Object.keys(stepUpMethods) as StepUpMethod[];

function tokenCell(scopes: AccessEntry['scopes']): string {
  if (scopes === null) return '–';
  return scopes.length === 0 ? 'yes' : scopes.map((scope) => `\`${scope}\``).join(', ');
}

export function renderAccess(entries: AccessEntry[]): string {
  const callers: [label: string, role: Role | undefined][] = [
    ['nobody', undefined],
    ...roles.map((role): [string, Role] => [role, role]),
  ];
  const row = ({ name, mounted, access, isGuarded, scopes }: AccessEntry) => {
    const marks = callers.map(([, role]) => (isPermitted(access, role) ? 'yes' : '–'));
    const stale = stepUpMethodNames.map((proof) => (isGuarded ? stepUpMethods[proof] : '='));
    const cells = [...marks, ...stale, tokenCell(scopes)];
    return `| \`${name}\` | ${mounted.map((one) => `\`${one}\``).join(', ') || 'tRPC only'} | ${cells.join(' | ')} |`;
  };
  return [
    '# Who may call what',
    '',
    'Made by `npm run access-matrix` from the running server; a test calls each operation as each role, through REST and tRPC,',
    'and fails when this page is stale. A session that has ended counts as nobody.',
    '',
    'The columns of the roles are for a fresh session, whether it was opened by a password, a second factor or single sign-on. A session is stale when it',
    'has not proved for `STEP_UP_MINUTES` who it is. Then `=` is the same answer, and anything else a 403 `step_up_required` whose `methods` ask for that',
    'proof. The last columns are for accounts with a password alone, with a second factor, and with single sign-on alone; the test calls each operation',
    'with a fresh and a stale session of each.',
    '',
    'The column of the API token has the scopes that a token needs, all of them, where the role of its owner may make the call. `yes` needs none,',
    'and `–` takes no token. A scope to write includes the one to read. The test calls each operation with exactly these scopes, and with all others.',
    '',
    `| procedure | REST | ${callers.map(([label]) => label).join(' | ')} | ${stepUpMethodNames.map((name) => `stale, ${name}`).join(' | ')} | API token |`,
    `| --- | --- |${' --- |'.repeat(callers.length + stepUpMethodNames.length + 1)}`,
    ...entries.map(row),
    '',
  ].join('\n');
}

if (process.argv[1] === import.meta.filename) {
  expectNoArguments('access-matrix', `writes ${accessFile}`);
  await writeFile(accessFile, renderAccess(listProcedureAccess()));
}
