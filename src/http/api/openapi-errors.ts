import { errorCodes, proofMethods } from '../../shared/errors.ts';
import { bodyRulesOf, type Meta } from '../../trpc/rest.ts';
import { refTo } from './openapi-names.ts';

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
    current: { type: 'object', description: 'On a conflict: the row as it is stored now' },
    in_use: {
      type: 'object',
      description: 'On a conflict: how many rows of each kind still need what was to be removed',
      additionalProperties: { type: 'integer' },
    },
    code: {
      type: 'string',
      enum: [...errorCodes],
      description: 'What a program does next. Most refusals have none.',
    },
    methods: {
      type: 'array',
      items: { type: 'string', enum: [...proofMethods] },
      description: 'With a code: what the account accepts as a proof of who somebody is',
    },
    challenge: {
      type: 'string',
      description:
        'With second_factor_required: continues the sign-in without the password, for five minutes',
    },
    request_id: { type: 'string', description: 'Names the request in the log of the server' },
  },
  examples: [
    { message: 'Please check the form.', errors: { title: ['Title is required'] }, request_id: 'b7f4c1d2' },
  ],
};

const retryAfter = {
  'Retry-After': {
    description: 'With 429 and 503: seconds until another try makes sense',
    schema: { type: 'integer', minimum: 1 },
  },
};

const reasons = {
  Forbidden: [
    403,
    'The role or the scopes of the token do not permit it, a confirmation is due (`step_up_required`), the anti-forgery token is missing, or a page of another site asks',
  ],
  NotFound: [404, 'There is no such row'],
  Conflict: [409, 'The change conflicts with the stored state. `current` is the row as it is stored now'],
  FieldErrors: [422, '`errors` has a message for each wrong field or parameter'],
} as const satisfies Record<string, [status: number, description: string]>;
type Reason = keyof typeof reasons;

/** Any operation may answer these. To list them at each would take a fifth of the document. */
const others = {
  400: 'a body that cannot be understood',
  401: 'the credentials that the operation asks for are missing, unknown or have ended',
  404: 'a row that the body names does not exist',
  413: 'a body that is larger than the description of the operation says',
  415: 'a body of another kind',
  421: 'the request names another host, and the message says which setting the owner changes',
  429: 'there were too many calls; an API token has a number of calls in a minute',
  431: 'the address or the headers are too long',
  500: 'a failure of the server',
  503: 'the server is busy, or a part of it is away',
};
const otherWords = Object.entries(others).map(([status, words]) => `${status}: ${words}`);

const content = { 'application/json': { schema: refTo('ApiError') } };

export const errorResponses = {
  ...Object.fromEntries(Object.keys(reasons).map((name) => [name, responseOf(name as Reason)])),
  Refused: {
    description: `Any other refusal. ${otherWords.join('. ')}`,
    headers: retryAfter,
    content,
  },
  Unchanged: {
    description: 'Unchanged: `If-None-Match` names the `ETag` of the current response',
  },
};

function responseOf(name: Reason) {
  const [, description] = reasons[name];
  return { description, content };
}

/** Refers to the refusals that the operation can answer with. `default` stands for those of any operation. */
export function referToErrors({ openapi }: Meta): Record<string, object> {
  const isRead = openapi?.method === 'GET';
  const namesRow = /\{|\/by-/.test(openapi?.path ?? '');
  const names: Reason[] = [
    'Forbidden',
    ...(namesRow ? (['NotFound'] as const) : []),
    ...(isRead ? [] : (['Conflict'] as const)),
    'FieldErrors',
  ];
  const refused = names.map((name) => [reasons[name][0], refTo(name, 'responses')]);
  return { ...Object.fromEntries(refused), default: refTo('Refused', 'responses') };
}

/** Says how much the operation takes. Files have limits of their own. */
export function limitOf(meta: Meta): string {
  const kilobytes = bodyRulesOf(meta).textBytes / 1024;
  const most = kilobytes >= 1024 ? `${kilobytes / 1024} MB` : `${kilobytes} kB`;
  return meta.files ? `The body may have ${most} without its file.` : `The body may have ${most}.`;
}
