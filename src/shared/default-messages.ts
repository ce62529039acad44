import { z } from 'zod';

// What is said where a schema has no words of its own. The library's words would reach people otherwise.
z.config({ customError: defaultMessageOf });

type Issue = z.core.$ZodRawIssue | z.core.$ZodIssue;

const kinds: Partial<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function defaultMessageOf(issue: Issue): string | undefined {
  const [, ...inside] = issue.path ?? [];
  const subject = inside.length > 0 ? inside.join('.') : 'This field';
  switch (issue.code) {
    case 'invalid_type': {
      const kind = kinds[issue.expected];
      return kind ? `${subject} must be ${kind}` : `${subject} has a value of another kind`;
    }
    case 'invalid_value':
      return `${subject} must be one of: ${issue.values.map((value) => value || '(empty)').join(', ')}`;
    case 'invalid_union': {
      const ofBranch = issue.errors.flat().find((each) => each.message !== defaultMessageOf(each));
      return ofBranch?.message ?? `${subject} has a value of another kind`;
    }
    case 'too_big':
      return `${subject} must ${amountOf(issue.origin, 'most', issue.maximum)}`;
    case 'too_small':
      return `${subject} must ${amountOf(issue.origin, 'least', issue.minimum)}`;
    case 'unrecognized_keys':
      return undefined;
    default:
      return `${subject} is not valid`;
  }
}

const counted: Partial<Record<string, [string, string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};

function amountOf(origin: string, end: 'least' | 'most', limit: number | bigint): string {
  const nouns = counted[origin];
  if (!nouns) return `be at ${end} ${limit}`;
  return `have at ${end} ${limit} ${nouns[Number(limit) === 1 ? 0 : 1]}`;
}
