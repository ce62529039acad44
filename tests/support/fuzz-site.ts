import type { AddressInfo } from 'node:net';
import { User } from '../../src/modules/users/user.ts';
import type { Role } from '../../src/shared/roles.ts';
import { expandApiDocument } from './api-document.ts';
import { second, stoppedClock } from './clock.ts';
import type { DatabaseKind } from './database.ts';
import { createUser } from './factories.ts';
import { createAnswerCheck } from './fuzz-checks.ts';
import type { ApiDocument, FuzzCaller, FuzzRequest } from './fuzz-requests.ts';
import { createFuzzFiles, type RawAnswer, createSender, encodePayload } from './fuzz-send.ts';
import { addFuzzRows, type ExpectedData, trackExpectedData } from './fuzz-stored.ts';
import { recordLoopBlocks } from './event-loop-blocks.ts';
import { type TestApp, testApp } from './test-app.ts';

export interface FuzzSite {
  site: TestApp;
  document: ApiDocument;
  /**
   * Sends a request, and checks the response and the stored data.
   * @throws {Error} when the response or the stored data are wrong
   */
  tryOut(request: FuzzRequest): Promise<void>;
  tally: Map<number, number>;
  /** How long each request with a body of less than a megabyte blocked the event loop. */
  pauses: LoopBlock[];
  acknowledged: ExpectedData;
  close(): Promise<void>;
}

/** The longest time for which a request blocked the event loop, in milliseconds of CPU time. */
export interface LoopBlock {
  row: string;
  bytes: number;
  ms: number;
}

const megabyte = 1_000_000;

interface FuzzOptions {
  limitMs: number;
}

/**
 * The clock moves forward by this time before each request, so that rate limits do not hide other results.
 */
const stepMs = 10 * second;

/** Starts a server with some rows of each kind, and prepares the checks of responses and stored data. */
export async function fuzzSite(kind: DatabaseKind, { limitMs }: FuzzOptions): Promise<FuzzSite> {
  const clock = stoppedClock();
  const site = await testApp(kind, { clock: clock.now, trustProxy: 1 });
  await addFuzzRows(site);
  await site.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = site.app.server.address() as AddressInfo; // The address of a listening TCP server always has this type.
  const { send, close } = createSender(port, limitMs);
  const published = (await send('GET', '/api/openapi.json', {}, undefined)).body;
  const document = expandApiDocument(JSON.parse(published) as ApiDocument);
  const check = createAnswerCheck(document);
  const files = await createFuzzFiles();
  const sessions = sessionsOf(site, ({ id }) => stored.enterUser(id));
  const stored = await trackExpectedData(site);
  const tally = new Map<number, number>();
  const pauses: LoopBlock[] = [];
  const record = recordLoopBlocks();
  let sent = 0;

  /**
   * Returns a message if the request had a forbidden effect, or undefined. Only a write with a successful
   * response may change stored data, and no request may leave files in quarantine.
   */
  const traceOf = async (before: string, isAct: boolean): Promise<string | undefined> => {
    const after = await stored.trace();
    if (!isAct && after !== before) return `refused, yet it left a trace: ${before} → ${after}`;
    const { quarantine } = await site.files();
    return quarantine.length > 0 ? `left in quarantine: ${quarantine.join(', ')}` : undefined;
  };
  const tryOut = async (made: FuzzRequest) => {
    clock.forward(stepMs);
    sent += 1;
    const place = /@(\d+)/.exec(made.url)?.[1];
    const id = place && (await stored.pick(made.row, Number(place)));
    const request = { ...made, url: made.url.replace(/@\d+/, String(id)) };
    const { type, bytes } = encodePayload(request.payload, files);
    const credentials = await sessions.headersOf(request.caller);
    const before = await stored.trace();
    const headers = {
      ...(type && { 'content-type': type }),
      ...credentials,
      // Every request has a different client address because of the rate limits.
      'x-forwarded-for': `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
      ...request.headers,
    };
    const { result: answer, longestMs: ms } = await record.during(() =>
      send(request.method, `/api${request.url}`, headers, bytes),
    );
    const { length = 0 } = bytes ?? {};
    if (length < megabyte) pauses.push({ row: request.row, bytes: length, ms });
    tally.set(answer.status, (tally.get(answer.status) ?? 0) + 1);
    if (answer.status === 401 && request.caller !== 'ended') sessions.forget(request.caller);
    const isAct = answer.status < 400 && request.method !== 'GET';
    const problem = check(request, answer) ?? (await traceOf(before, isAct));
    if (isAct) stored.acknowledge(request, answer);
    if (problem) throw new Error(`${request.row} as ${request.caller}: ${problem}\n${tellOf(answer)}`);
  };
  return {
    site,
    document,
    tryOut,
    tally,
    pauses,
    acknowledged: stored,
    close: async () => {
      record.stop();
      close();
      await site.close();
    },
  };
}

function tellOf({ status, body }: RawAnswer): string {
  return `${status} ${body.slice(0, 500)}`;
}

/** Creates sessions on demand, because requests may end sessions or delete users. */
function sessionsOf(site: TestApp, tell: (user: User) => void) {
  const tokens = new Map<FuzzCaller, string>();
  const open = async (role: Role) => {
    const em = site.database.fork();
    const known = await em.findOne(User, { role }, { orderBy: { id: 'desc' } });
    const email = `${crypto.randomUUID()}@example.com`;
    const user = known ?? (await createUser(em, { role, email }));
    tell(user);
    return site.openSessionOf(user);
  };
  const tokenOf = async (caller: FuzzCaller) => {
    if (caller !== 'ended') return caller === 'none' ? undefined : open(caller);
    const token = await open('admin');
    await site.app.inject({
      method: 'POST',
      url: '/api/admin/logout',
      headers: { authorization: `Bearer ${token}` },
    });
    return token;
  };
  return {
    forget: (caller: FuzzCaller) => void tokens.delete(caller),
    headersOf: async (caller: FuzzCaller): Promise<Record<string, string>> => {
      const token = tokens.get(caller) ?? (await tokenOf(caller));
      if (token === undefined) return {};
      tokens.set(caller, token);
      return { authorization: `Bearer ${token}` };
    },
  };
}
