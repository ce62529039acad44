import { afterEach, expect, it, vi } from 'vitest';
import { isCertainlyRefused, isRetryable, parseApiError } from '../../client/api/errors.ts';
import { createPersonTasks } from '../../client/api/person-tasks.ts';
import { createApiClient } from '../../client/api/trpc.ts';

afterEach(() => vi.unstubAllGlobals());

const page = '<html><body><h1>Bad Gateway</h1></body></html>';

/** Something in front of the server answers every call with a page. */
function openClient(status: number) {
  vi.stubGlobal(
    'fetch',
    async () => new Response(page, { status, headers: { 'content-type': 'text/html' } }),
  );
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {};
      status = status;
      responseText = page;
      onload = () => {};
      open() {}
      setRequestHeader() {}
      abort() {}
      send() {
        this.onload();
      }
    },
  );
  return createApiClient({
    tasks: createPersonTasks(),
    token: () => undefined,
    onUnauthorized: () => undefined,
    askForProof: async () => false,
    onEnrolment: () => {},
  });
}

const gateway = (status: number) =>
  `A gateway in front of the server has answered with the error ${status}. Try again in a moment.`;

it('an answer that is not the server’s is named, however the call was sent', async () => {
  const cases: [status: number, message: string, isRetryable: boolean, isRefused: boolean][] = [
    [500, gateway(500), true, false],
    [502, gateway(502), true, false],
    [413, gateway(413), false, true],
    [401, gateway(401), false, true],
    [403, expect.stringContaining('Something between you and the server does not permit this'), false, true],
    [200, expect.stringContaining('Something between you and the server has answered'), true, false],
  ];
  for (const [status, message, canRepeat, isRefused] of cases) {
    const client = openClient(status);
    const sent = {
      batch: client.jobs.list.query({}),
      alone: client.auth.logout.mutate(undefined, { context: { alone: true } }),
      form: client.team.removePhoto.mutate({ id: 1 }, { context: { form: true } }),
    };
    const outcomes = await Promise.allSettled(Object.values(sent));
    for (const [place, way] of Object.keys(sent).entries()) {
      const outcome = outcomes[place]!;
      const error = outcome.status === 'rejected' && outcome.reason;
      const told = `${status} ${way}`;
      expect(parseApiError(error), told).toMatchObject({ message, fields: {}, requestId: undefined });
      expect([isRetryable(error), isCertainlyRefused(error)], told).toEqual([canRepeat, isRefused]);
    }
  }
});

it('an answer that never came is told as before', async () => {
  const client = openClient(500);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const error = await client.jobs.list.query({}).catch((reason: unknown) => reason);
  expect(parseApiError(error)).toMatchObject({
    message: 'Can’t reach the server. Check your connection and try again.',
    status: undefined,
  });
});
