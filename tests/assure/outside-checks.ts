import { styleText } from 'node:util';

/** One check of a running server. `ask` throws an error that describes the unexpected result. */
interface OutsideCheck {
  id: string;
  what: string;
  ask: (at: Asker) => Promise<void>;
}

interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

type Asker = (path: string, options?: RequestInit) => Promise<Answer>;

const timeoutMs = 10_000;
const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const wrong = { email: 'nobody@assurance.invalid', password: 'not a password of anybody' };
const inside = /\bat \S+ \(|node_modules|\.ts:\d|sqlite|postgres|mikro|kysely/i;

const checks: OutsideCheck[] = [
  {
    id: 'AU3',
    what: 'a batch of sign-ins is refused whole',
    ask: async (at) => {
      const calls = Array.from({ length: 10 }, () => 'auth.login').join(',');
      const inputs = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [index, wrong]));
      const { status, text } = await at(`/trpc/${calls}?batch=1`, json(inputs));
      expectStatus({ status }, 429, 207);
      if (status === 207 && /"httpStatus":422/.test(text)) throw new Error('a sign-in in a batch was judged');
    },
  },
  {
    id: 'AU5',
    what: 'a wrong sign-in is a 422 at the e-mail, and sets no session',
    ask: async (at) => {
      const answer = await at('/api/admin/login', json(wrong));
      expectStatus(answer, 422, 429);
      if (answer.status === 422 && !JSON.parse(answer.text).errors?.email) throw new Error('no errors.email');
      if (/session/i.test(answer.headers.get('set-cookie') ?? ''))
        throw new Error('a session cookie was set');
    },
  },
  {
    id: 'AU12',
    what: 'a sign-in from a foreign page is a 403',
    ask: async (at) => {
      const call = json(wrong);
      const headers = { ...call.headers, origin: 'https://evil.example' };
      expectStatus(await at('/api/admin/login', { ...call, headers }), 403);
    },
  },
  {
    id: 'AU13',
    what: 'malformed credentials are nobody',
    ask: async (at) => {
      for (const authorization of ['Bearer', 'Bearer x y', 'Basic YTpi', `Bearer ${'x'.repeat(4000)}`]) {
        expectStatus(await at('/api/admin/user', { headers: { authorization } }), 401);
      }
      expectStatus(await at('/api/admin/user?token=x&access_token=x'), 401);
    },
  },
  {
    id: 'AZ1',
    what: 'every operation that the document protects is a 401 for nobody',
    ask: async (at) => {
      for (const { method, path, isProtected } of await operationsOf(at)) {
        if (!isProtected) continue;
        const answer = await at(`/api${path.replaceAll(/\{\w+\}/g, '1')}`, { method });
        if (answer.status !== 401) throw new Error(`${method} ${path}: ${answer.status}`);
      }
    },
  },
  {
    id: 'AZ2',
    what: 'other spellings of a protected address show nothing',
    ask: async (at) => {
      const spellings = ['/api/admin/users/', '//api/admin/users', '/API/admin/users', '/api/admin%2Fusers'];
      for (const path of [...spellings, '/api/admin/users;x', '/trpc/users.list/', '/trpc//users.list']) {
        const { status, text } = await at(path);
        if (status === 200 || text.includes('"users":')) throw new Error(`${path}: ${status}`);
      }
    },
  },
  {
    id: 'AZ10',
    what: 'odd ids are a 404',
    ask: async (at) => {
      const odd = ['0', '-1', '1.5', '1e3', '9007199254740993', 'abc', '1;--', '%00', 'x'.repeat(10_000)];
      for (const id of odd) expectStatus(await at(`/api/blog-posts/${id}`), 404, 414, 431);
    },
  },
  {
    id: 'IN7',
    what: 'signs of SQL in a search are plain text',
    ask: async (at) => {
      for (const term of ['%', '_', '\\', "'", '"; drop table posts; --']) {
        expectStatus(await at(`/api/blog-posts?search=${encodeURIComponent(term)}`), 200);
      }
    },
  },
  {
    id: 'IN9',
    what: 'names of object internals are refused or ignored',
    ask: async (at) => {
      expectStatus(await at('/api/contact', json('{"__proto__":{"a":1}}')), 400, 422, 429);
      expectStatus(await at('/api/blog-posts?__proto__=1&constructor=1'), 200);
    },
  },
  {
    id: 'IN10',
    what: 'other kinds of body are a 415, broken JSON a 400',
    ask: async (at) => {
      const plain = { method: 'POST', body: 'a=1' };
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
        expectStatus(await at('/api/contact', { ...plain, headers: { 'content-type': type } }), 415);
      }
      expectStatus(await at('/api/contact', json('{"a":')), 400);
    },
  },
  {
    id: 'IN13',
    what: 'a body of 2 MB and great depth are refused',
    ask: async (at) => {
      expectStatus(await at('/api/contact', json({ message: 'x'.repeat(2_000_000) })), 413);
      expectStatus(
        await at('/api/contact', json(`${'['.repeat(10_000)}${']'.repeat(10_000)}`)),
        400,
        422,
        429,
      );
    },
  },
  {
    id: 'UP9',
    what: 'no spelling leads out of the uploads',
    ask: async (at) => {
      const tricks = [
        '..%2f..%2fpackage.json',
        '%2e%2e/package.json',
        '..%5cpackage.json',
        '%252e%252e%252fx',
        '',
        '.',
      ];
      for (const trick of tricks) {
        const { status, text } = await at(`/uploads/${trick}`);
        if (status !== 404 || text.includes('"dependencies"'))
          throw new Error(`/uploads/${trick}: ${status}`);
      }
    },
  },
  {
    id: 'HD1',
    what: 'every class of answer carries the policy and no banner',
    ask: async (at) => {
      for (const path of [
        '/',
        '/no-such-page',
        '/admin/login',
        '/api/blog-posts',
        '/api/nothing',
        '/uploads/none.png',
      ]) {
        // The second response may come from the cache, which skips most of the code that creates a response.
        const [first, { headers }] = [await at(path), await at(path)];
        const policy = headers.get('content-security-policy') ?? '';
        for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
          if (!policy.includes(part)) throw new Error(`${path} lacks ${part}`);
        }
        const before = first.headers.get('content-security-policy')?.replace(/'nonce-[^']+'/g, '');
        if (policy.replace(/'nonce-[^']+'/g, '') !== before)
          throw new Error(`${path} has another policy when kept`);
        if (/unsafe-(?:inline|eval)/.test(policy)) throw new Error(`${path} allows what is unsafe`);
        if (headers.get('x-content-type-options') !== 'nosniff') throw new Error(`${path} lacks nosniff`);
        if (headers.has('x-powered-by') || headers.has('server')) throw new Error(`${path} has a banner`);
      }
    },
  },
  {
    id: 'HD2',
    what: 'no foreign origin is allowed in',
    ask: async (at) => {
      for (const origin of ['https://evil.example', 'null']) {
        const { headers } = await at('/api/admin/user', { headers: { origin } });
        if (headers.has('access-control-allow-origin')) throw new Error(`${origin} is allowed`);
      }
    },
  },
  {
    id: 'HD3',
    what: 'private answers are stored nowhere, public ones set no cookie',
    ask: async (at) => {
      for (const path of ['/api/admin/user', '/admin/login']) {
        const { headers } = await at(path);
        if (!headers.get('cache-control')?.includes('no-store')) throw new Error(`${path} may be stored`);
      }
      for (const path of ['/', '/blog', '/api/blog-posts']) {
        if ((await at(path)).headers.has('set-cookie')) throw new Error(`${path} sets a cookie`);
      }
    },
  },
  {
    id: 'LK1',
    what: 'errors tell a message and a request id, and nothing of the inside',
    ask: async (at) => {
      for (const path of [
        '/api/nothing',
        '/api/blog-posts/999999999',
        '/api/blog-posts?page=x',
        '/trpc/no.such',
      ]) {
        const { text } = await at(path);
        if (inside.test(text)) throw new Error(`${path} tells of the inside`);
        if (!text.includes('"message"')) throw new Error(`${path} has no message`);
      }
    },
  },
  {
    id: 'LK2',
    what: 'no dotfile, source, backup or listing is served',
    ask: async (at) => {
      for (const path of [
        '/.env',
        '/.git/config',
        '/package.json',
        '/src/main.ts',
        '/assets/',
        '/.vite/entry-admin.json',
      ]) {
        expectStatus(await at(path), 404);
      }
    },
  },
];

/**
 * Checks a running server through HTTP alone, and passes one line per check to `tell`. The server stores
 * nothing except a few failed sign-ins of unknown users. Returns the id and the problem of each failed check.
 */
export async function checkFromOutside(
  url: string,
  tell: (line: string) => void = () => {},
): Promise<string[]> {
  const at: Asker = async (path, options) => {
    const answer = await fetch(url.replace(/\/$/, '') + path, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      ...options,
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const failed: string[] = [];
  for (const { id, what, ask } of checks) {
    const problem = await ask(at).then(
      () => undefined,
      (error: Error) => error.message,
    );
    if (problem !== undefined) failed.push(`${id}: ${problem}`);
    const verdict = problem === undefined ? styleText('green', 'holds ') : styleText('red', 'fails ');
    tell(`${verdict} ${id.padEnd(5)} ${what}${problem === undefined ? '' : `: ${problem}`}`);
  }
  tell(`${checks.length - failed.length} of ${checks.length} checks hold at ${url}`);
  return failed;
}

async function operationsOf(at: Asker) {
  const { paths, security: usual } = JSON.parse((await at('/api/openapi.json')).text) as {
    paths: Record<string, Record<string, { security?: unknown[] }>>;
    security: unknown[];
  };
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { security = usual }]) => ({
      path,
      method: method.toUpperCase(),
      isProtected: security.length > 0,
    })),
  );
}

function expectStatus({ status }: Pick<Answer, 'status'>, ...wanted: number[]): void {
  if (!wanted.includes(status)) throw new Error(`status ${status}, not ${wanted.join(' or ')}`);
}
