import { z } from 'zod';
import type { ApiDocument, DocumentedOperation, FuzzRequest } from './fuzz-requests.ts';
import type { RawAnswer } from './fuzz-send.ts';

type JsonSchema = Exclude<Parameters<typeof z.fromJSONSchema>[0], boolean>;

/** A check that returns how a response contradicts the OpenAPI document, or undefined. */
export type AnswerCheck = (request: FuzzRequest, answer: RawAnswer) => string | undefined;

export function createAnswerCheck({ paths }: ApiDocument): AnswerCheck {
  const operations = new Map<string, DocumentedOperation>();
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item))
      operations.set(`${method.toUpperCase()} ${path}`, operation);
  }
  const checks = new Map<object, z.ZodType>();
  const checkOf = (schema: object) => {
    const known = checks.get(schema) ?? z.fromJSONSchema(schema as JsonSchema);
    checks.set(schema, known);
    return known;
  };
  return ({ row }, { status, headers, body }) => {
    const described = operations.get(row)?.responses[status];
    if (!described) return `the document knows no ${status}`;
    if (status >= 500 && !(status === 503 && mayBeUnavailable.has(row))) return `a failure: ${status}`;
    if ((status === 429 || status === 503) && !/^\d+$/.test(headers['retry-after'] ?? ''))
      return 'no Retry-After';
    const { content } = described;
    if (!content) return body === '' ? undefined : 'the document knows no body';
    const type = String(headers['content-type'] ?? '').split(';', 1)[0]!;
    if (!(type in content)) return `the document knows no ${type || 'answer without a type'}`;
    if (type !== 'application/json') return undefined;
    const parsed = readJson(body);
    if (parsed === undefined) return 'no JSON';
    const { error } = checkOf(content[type]!.schema).safeParse(parsed);
    return (
      error &&
      `not as described: ${error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')}`
    );
  };
}

/**
 * The operations that may answer 503. Single sign-on is always unavailable, because the tested server has no provider
 * for it.
 */
const mayBeUnavailable = new Set(['POST /admin/sso/login']);

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
