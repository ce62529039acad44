import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Answer, type Answers, createAnswers } from '../cache/answers.ts';
import type { ContentVersion } from '../database/content.ts';
import { type Form, formChooser } from './answer-forms.ts';
import { translate } from '../trpc/errors.ts';
import { keepingPolicy } from './cdn.ts';
import { chooseEncoding, encode, sendCompressed } from './compressed.ts';
import { aheadOf } from './log.ts';

/**
 * Answers with what is kept under a key, or with what `make` gives. The key names everything that the answer depends on besides the
 * content of the database; `make` sees nothing of who asks. What is no 200 is sent and not kept; what it throws is thrown.
 */
export type AnswerCached = (
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  make: () => Promise<Answer>,
) => Promise<FastifyReply>;

const maxBytes = 16 * 1024 * 1024;
const maxAddresses = 2000;
const longestAddress = 500;

/** What is known of an address that was answered from what is kept. */
interface Place {
  key: string;
  /** The headers that every answer has, where the answer itself says nothing else. */
  usual: Headers;
  /** What was sent last, and its headers as name, value, name, value …; a name that stood there twice would be sent twice. */
  last?: { form: Form; headers: HeaderList };
}

type HeaderList = (string | number | string[])[];
type Headers = Readonly<Record<string, string | number | string[] | undefined>>;

/**
 * Keeps the bytes of answers that all visitors get alike, as long as no change of the content is committed. An address that was answered
 * so before is answered at the door, before anything is asked about who sent it. Gives the function that answers so, and what is told of it.
 * A CDN may show them for `cdnSeconds` without asking.
 */
export function keepAnswers(
  app: FastifyInstance,
  content: ContentVersion,
  cdnSeconds = 0,
): { answerCached: AnswerCached; keptAnswers: Pick<Answers, 'bytes' | 'asked'> } {
  const answers = createAnswers(content, maxBytes, encode, (error) => translate(error).status === 503);
  const formFor = formChooser(answers, keepingPolicy(cdnSeconds));
  const places = new Map<string, Place>();

  let isOpen = true;
  app.addHook('preClose', async () => {
    isOpen = false;
  });
  answerFirst(app, (request, response) => {
    const { url = '' } = request;
    const place = isOpen && isPlain(request) ? places.get(url) : undefined;
    const kept = place && answers.find(place.key);
    if (!kept) return false;
    const form = formFor(kept, request.headers);
    if (place.last?.form !== form) {
      place.last = { form, headers: toList({ ...place.usual, ...form.headers }) };
    }
    response.writeHead(form.status, place.last.headers);
    response.end(request.method === 'HEAD' ? undefined : form.body);
    const [path] = url.split('?', 1);
    app.log.info(
      { url: path, method: request.method, statusCode: form.status, ...aheadOf(request.headers) },
      'answered from what is kept',
    );
    return true;
  });

  const answerCached: AnswerCached = async (request, reply, key, make) => {
    const kept = await answers.get(key, make);
    if (kept.status !== 200) {
      const text = kept.body.toString();
      return sendCompressed(request, reply.code(kept.status).headers(kept.headers), text);
    }
    // Made beside the main thread, once; at the door nobody waits for it.
    const wanted = chooseEncoding(request.headers['accept-encoding']);
    if (wanted) await answers.wantForm(kept, wanted);
    const { url = '' } = request.raw;
    const usual = reply.removeHeader('cache-control').getHeaders();
    if (url.length <= longestAddress && usual['set-cookie'] === undefined) {
      places.set(url, { key, usual: { ...usual } });
      if (places.size > maxAddresses) places.delete(places.keys().next().value ?? '');
    }
    const { status, headers, body } = formFor(kept, request.headers);
    return reply.code(status).headers(headers).send(body);
  };
  return { answerCached, keptAnswers: answers };
}

/** Lets `answer` look at each request before Fastify does; true when it has answered. */
function answerFirst(
  { server }: FastifyInstance,
  answer: (request: IncomingMessage, response: ServerResponse) => boolean,
): void {
  const others = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (answer(request, response)) return;
    for (const other of others) other.call(server, request, response);
  });
}

function toList(headers: Headers): HeaderList {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : ([name, value] as HeaderList),
  );
}

const jsonType = 'application/json; charset=utf-8';

/** A success as JSON. */
export function jsonAnswer(result: unknown): Answer {
  return { status: 200, body: JSON.stringify(result), headers: { 'content-type': jsonType } };
}

/** Whether a request is a read that says nothing of who sends it, nor that another site's page does. */
function isPlain({ method, headers }: IncomingMessage): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers.authorization === undefined &&
    headers.cookie === undefined &&
    headers.origin === undefined
  );
}
