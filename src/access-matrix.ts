import type { AnyProcedure } from '@trpc/server';
import { appRouter } from './router.ts';
import { grants } from './shared/grants.ts';
import { type Role, roles } from './shared/roles.ts';
import type { Access, Meta } from './trpc/rest.ts';

export const accessFile = 'docs/access.md';

export interface AccessEntry {
  name: string;
  type: 'query' | 'mutation' | 'subscription';
  rest: string | undefined;
  access: Access;
  isGuarded: boolean;
}

export function listAccess(): AccessEntry[] {
  const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyProcedure>);
  const byName = procedures.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return byName.map(([name, { _def }]) => {
    const { openapi, access, isGuarded = false } = (_def.meta ?? {}) as Meta;
    if (!access) throw new Error(`${name} does not say who may call it`);
    return {
      name,
      type: _def.type,
      rest: openapi && `${openapi.method} /api${openapi.path}`,
      access,
      isGuarded,
    };
  });
}

/** A `role` of undefined means an anonymous caller. */
export function isPermitted(access: Access, role: Role | undefined): boolean {
  if (access === 'everybody') return true;
  if (!role) return false;
  return access === 'signed-in' || (grants[access] as readonly Role[]).includes(role);
}

export function renderAccess(entries: AccessEntry[]): string {
  const callers: [label: string, role: Role | undefined][] = [
    ['nobody', undefined],
    ...roles.map((role): [string, Role] => [role, role]),
  ];
  const row = ({ name, rest, access, isGuarded }: AccessEntry) => {
    const marks = callers.map(([, role]) => (isPermitted(access, role) ? 'yes' : '–'));
    return `| \`${name}\` | ${rest ? `\`${rest}\`` : 'tRPC only'} | ${marks.join(' | ')} | ${isGuarded ? 'yes' : '–'} |`;
  };
  return [
    '# Who may call what',
    '',
    'Made by `npm run access-matrix` from the running server; a test calls each operation as each role, through REST and tRPC,',
    'and fails when this page is stale. A session that has ended counts as nobody. What is confirmed answers 403 `step_up_required` to a session that',
    'has not proved for `STEP_UP_MINUTES` who it is.',
    '',
    `| procedure | REST | ${callers.map(([label]) => label).join(' | ')} | confirmed |`,
    `| --- | --- |${' --- |'.repeat(callers.length + 1)}`,
    ...entries.map(row),
    '',
  ].join('\n');
}
