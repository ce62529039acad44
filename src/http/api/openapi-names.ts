import { factsOf, moduleNames } from '../../shared/module-facts.ts';

export type Schema = Record<string, unknown>;

/**
 * The subject of an operation, by the first part of its name. The subject of a module is the name of its
 * entity.
 */
const subjects: Record<string, string> = {
  activities: 'Activity',
  auth: 'Account',
  dashboard: 'Dashboard',
  export: 'Export',
  gallery: 'Gallery',
  inbox: 'Message',
  media: 'Media',
  privacy: 'Person',
  sampleContent: 'SampleContent',
  security: 'SecurityEvent',
  settings: 'Settings',
  site: 'Site',
  sso: 'SingleSignOn',
  tokens: 'Token',
  users: 'User',
  visitors: 'Visitor',
  ...Object.fromEntries(moduleNames.map((name) => [name, factsOf(name).entity])),
};

const parents = { addresses: 'Address', previews: 'Preview', trash: 'Trash', versions: 'Version' } as const;

interface OperationName {
  subject: string;
  act: string;
}

/**
 * Splits the name of a procedure into subject and act. The subject is, for example, the entity of a module.
 * Acts that all modules share, such as those of the trash, have the same schemas, so their subject is not a
 * module.
 */
export function parseOperationName(name: string): OperationName {
  const parts = name.split('.');
  const act = parts.at(-1)!;
  const [first = '', second = ''] = parts;
  if (first === 'addresses' && second === 'redirects') return { subject: 'Redirect', act };
  const isRestore = first === 'versions' && act === 'restore';
  const parent = parents[first as keyof typeof parents] as string | undefined;
  const subject = parent ?? subjects[first] ?? toPascalCase(first);
  return { subject: isRestore ? `${subjects[second]}Version` : subject, act };
}

export function inputNameOf(procedure: string): string {
  const { subject, act } = parseOperationName(procedure);
  if (act === 'create') return `${subject}Input`;
  if (act === 'update' || act === 'change') return `${subject}Change`;
  return act === 'patch' ? `${subject}Patch` : `${subject}${toPascalCase(act)}Input`;
}

export function answerNameOf(procedure: string, schema: Schema): string {
  const { subject, act } = parseOperationName(procedure);
  if (Object.keys(membersOf(schema)).includes('meta'))
    return `${subject}${act === 'list' ? '' : toPascalCase(act)}Page`;
  return `${subject}${toPascalCase(act)}Answer`;
}

export function membersOf({ properties = {} }: Schema): Record<string, Schema> {
  return properties as Record<string, Schema>;
}

export function refTo(name: string, kind = 'schemas'): Schema {
  return { $ref: `#/components/${kind}/${name}` };
}

export function toPascalCase(text: string): string {
  const words = text.split(/[^a-zA-Z0-9]/);
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
}
