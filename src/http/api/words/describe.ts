import { grants } from '../../../shared/grants.ts';
import { bodyRulesOf, type Meta } from '../../../trpc/procedure-meta.ts';
import { membersOf, type Schema } from '../openapi-names.ts';
import { operationWords } from './operations.ts';
import { columnWords, memberWords } from './members.ts';
import { parameterWords } from './parameters.ts';

const [kilobyte, megabyte] = [1024, 1024 * 1024];

const roleWords: Record<string, string> = {
  admin: 'admins',
  hr: 'human resources',
  content_moderator: 'content moderators',
  user: 'users',
};

/** Returns the description of an operation: what it does, who may call it, and the size limit of its body. */
export function describeOperation(name: string, meta: Meta, scopes: readonly string[] | null): string {
  const parts = name.split('.');
  const last = parts.at(-1)!;
  const act = operationWords[name] ?? operationWords[`${parts[0]}.${last}`] ?? operationWords[last];
  const hasBody = meta.openapi?.method !== 'GET' && meta.openapi?.method !== 'DELETE';
  return [act, callersOf(meta), tokensOf(meta, scopes), hasBody && describeBodyLimit(meta)]
    .filter(Boolean)
    .join(' ');
}

function callersOf({ access, isGuarded }: Meta): string {
  if (access === undefined || access === 'everybody') return 'For everybody.';
  const confirmed = isGuarded ? ' People must have confirmed their identity recently.' : '';
  if (access === 'signed-in') return `For everybody with an account.${confirmed}`;
  const callers = grants[access].map((role) => roleWords[role] ?? role);
  return `For ${callers.join(', ').replace(/, ([^,]+)$/, ' and $1')}.${confirmed}`;
}

function tokensOf({ access }: Meta, scopes: readonly string[] | null): string | undefined {
  if (access === undefined || access === 'everybody') return undefined;
  // `x-required-scope` already names the scopes.
  return scopes ? undefined : 'Not for API tokens.';
}

/**
 * Returns a sentence with the size limit of an operation's body. Returns undefined for the default limits,
 * which the description of the response `Refused` states.
 */
function describeBodyLimit(meta: Meta): string | undefined {
  const { textBytes, openBytes } = bodyRulesOf(meta);
  const usual = meta.access === 'everybody' ? openBytes : megabyte;
  return textBytes === usual ? undefined : `Body size limit without files: ${sizeOf(textBytes)}.`;
}

function sizeOf(bytes: number): string {
  return bytes >= megabyte ? `${bytes / megabyte} MB` : `${bytes / kilobyte} kB`;
}

export function describeParameter<T extends Schema & { name: string }>(procedure: string, parameter: T): T {
  const description =
    parameterWords[`${procedure}.${parameter.name}`] ??
    parameter.description ??
    parameterWords[parameter.name];
  return { ...parameter, ...(description !== undefined && { description }) };
}

/** Adds a description to each member for which there is one. `name` is the name of the schema. */
export function describeMembers(name: string, schema: Schema): Schema {
  if ('enum' in schema) return schema;
  if (Array.isArray(schema.allOf)) {
    const parts = (schema.allOf as Schema[]).map((part) =>
      '$ref' in part ? part : describeMembers(name, part),
    );
    return { ...schema, allOf: parts };
  }
  const members = Object.entries(membersOf(schema)).map(([member, of]) => {
    // A description in the schema may be the label of a column in a form. `columnWords` then replaces the
    // label.
    const given =
      of.description === undefined ? wordsFor(name, member) : (columnWords[member] ?? of.description);
    return [member, withWords(of, memberWords[`${name}.${member}`] ?? (given as string | undefined))];
  });
  return { ...schema, properties: Object.fromEntries(members) };
}

function wordsFor(name: string, member: string): string | undefined {
  // The members of these objects have values of rows as their names.
  if (name.endsWith('StatsBy')) return 'Rows with it';
  return memberWords[member];
}

function withWords(schema: Schema, description: string | undefined): Schema {
  return description === undefined ? schema : { ...schema, description };
}
