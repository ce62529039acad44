import { type ErrorCode, errorCodes, proofMethods } from '../../shared/errors.ts';
import type { Scope } from '../../shared/scopes.ts';
import { isForPeople, isOpenWithoutFactor } from '../../trpc/procedures.ts';
import type { ProcedureMeta } from '../../trpc/procedure-meta.ts';
import { schemaRefTo } from './openapi-schemas.ts';

export const errorEnums = {
  ErrorCode: {
    type: 'string',
    enum: [...errorCodes],
  },
  ProofMethod: {
    type: 'string',
    enum: [...proofMethods],
  },
};

export const errorSchema = {
  type: 'object',
  title: 'ApiError',
  required: ['message', 'request_id'],
  properties: {
    message: { type: 'string', description: 'What went wrong, in words for a person' },
    errors: {
      type: 'object',
      description: 'Messages by field, the first one first',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    current: {
      type: 'object',
      description: 'On a conflict: the row as it is stored now',
      properties: {
        version: { type: 'integer', description: 'What to send as `version` when the change is repeated' },
      },
    },
    in_use: {
      type: 'object',
      description: 'On a conflict: how many rows of each kind still need what was to be removed',
      additionalProperties: { type: 'integer' },
    },
    code: {
      ...schemaRefTo('ErrorCode'),
      description: 'What a program can do about the refusal. Most refusals have none',
    },
    methods: {
      type: 'array',
      items: schemaRefTo('ProofMethod'),
      description: 'With a code: what the account accepts as proof of identity',
    },
    challenge: {
      type: 'string',
      description:
        'With `second_factor_required`: continues the sign-in without the password, for five minutes',
    },
    request_id: { type: 'string', description: 'Identifies the request in the log of the server' },
  },
  examples: [
    { message: 'Please check the form.', errors: { title: ['Title is required'] }, request_id: 'b7f4c1d2' },
  ],
};

const reasons = {
  ForeignPage: [403, 'A page of another site made the call'],
  Forbidden: [
    403,
    'The caller may not do this. `code` says what is missing, if a program can do something about it',
  ],
  NotFound: [404, 'There is no such row'],
  Conflict: [409, 'The change conflicts with the stored state. `current` is the row as it is stored now'],
  FieldErrors: [422, '`errors` has messages for each invalid field or parameter'],
} as const satisfies Record<string, [status: number, description: string]>;
type Reason = keyof typeof reasons;

/** What any operation may answer with. Listed at each operation, it would take a quarter of the document. */
const others = {
  400: 'the body cannot be parsed',
  401: 'the call needs credentials, and they are missing, invalid or expired',
  412: '`If-Match` names another state of the row; `current` is the row as it is stored now',
  413: 'the body is larger than 1 MB without its files, or 64 kB in a public call, or what the description says',
  415: 'the operation does not accept this kind of body',
  421: 'the request names an unknown host; the message says which setting to change',
  422: '`errors` has messages for each invalid field or parameter',
  429: 'there were too many calls',
  431: 'the address or the headers are too long',
  500: 'the server failed',
  503: 'the server is busy, or a part of it is unavailable',
};
const otherWords = Object.entries(others).map(([status, reason]) => `${status}: ${reason}`);

const retryAfter = {
  'Retry-After': {
    description: 'With 429 and 503: seconds to wait before another try',
    schema: { type: 'integer', minimum: 1 },
  },
};

const error = schemaRefTo('ApiError');

/** Refusals with the same reason and codes share one response. */
export function createErrorCollector() {
  const responses: Record<string, object> = {
    Refused: {
      description: `Any other refusal. ${otherWords.join('. ')}`,
      headers: retryAfter,
      content: { 'application/json': { schema: error } },
    },
    Unchanged: { description: 'Unchanged: `If-None-Match` names the `ETag` of the current response' },
  };

  function refer(reason: Reason, codes: readonly ErrorCode[] = []): [status: number, object] {
    const [status, description] = reasons[reason];
    const isUsual = codes.join() === usualCodes.join();
    const name = reason + (isUsual ? '' : codes.map((code) => codeWords[code]).join(''));
    const own = { type: 'object', properties: { code: { type: 'string', enum: codes } } };
    const schema = codes.length === 0 ? error : { allOf: [error, own] };
    responses[name] = { description, content: { 'application/json': { schema } } };
    return [status, schemaRefTo(name, 'responses')];
  }

  /** An operation's errors by status. `default`: those of any operation. */
  function referToErrors(
    name: string,
    meta: ProcedureMeta,
    scopes: readonly Scope[] | null,
  ): Record<string, object> {
    const { openapi, access } = meta;
    const isRead = openapi?.method === 'GET';
    const isOpen = access === 'everybody';
    const refused = [
      // Pages of any site may read public content, but not change anything.
      ...(isOpen && !isRead ? [refer('ForeignPage')] : []),
      ...(isOpen ? [] : [refer('Forbidden', forbiddingCodes(name, meta, scopes))]),
      ...(openapi?.path.includes('{') || name.endsWith('BySlug') ? [refer('NotFound')] : []),
      ...(isRead ? [] : [refer('Conflict')]),
      ...(asksForFactor.includes(name) ? [refer('FieldErrors', ['second_factor_required'])] : []),
    ];
    // Tools expect at least one refusal for each operation.
    if (refused.length === 0) refused.push(refer('FieldErrors'));
    return { ...Object.fromEntries(refused), default: schemaRefTo('Refused', 'responses') };
  }

  return { responses, referToErrors };
}

/** In the order of `errorCodes`. A response with exactly these does not name them. */
const usualCodes: readonly ErrorCode[] = ['second_factor_enrolment_required', 'scope_missing'];
/** In names of responses, such as `FieldErrorsSecondFactor`. */
const codeWords: Record<ErrorCode, string> = {
  second_factor_required: 'SecondFactor',
  step_up_required: 'StepUp',
  second_factor_enrolment_required: 'Enrolment',
  scope_missing: 'Scope',
  token_not_permitted: 'Person',
  provider_sign_in_required: 'Provider',
  sign_in_required: 'SignIn',
  token_not_valid: 'Token',
  token_misplaced: 'Misplaced',
};

/** They accept a password or a reset link, and require the second factor if the account has one. */
const asksForFactor: readonly string[] = ['auth.login', 'auth.resetPassword'];

function forbiddingCodes(
  name: string,
  { isGuarded }: ProcedureMeta,
  scopes: readonly Scope[] | null,
): ErrorCode[] {
  const isForTokens = scopes !== null;
  return errorCodes.filter((code) => {
    switch (code) {
      case 'step_up_required':
        return isGuarded === true;
      case 'second_factor_enrolment_required':
        return !isOpenWithoutFactor(name);
      case 'scope_missing':
        return isForTokens || !(isGuarded || isForPeople(name));
      case 'token_not_permitted':
        return isGuarded === true || (!isForTokens && isForPeople(name));
      default:
        return false;
    }
  });
}
