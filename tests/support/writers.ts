import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { buildFormData } from './callers.ts';
import { picture } from './pictures.ts';
import { pdf } from './visitor-forms.ts';
import {
  type WriteAct,
  type Content,
  type WriteRecord,
  planRow,
  recordKinds,
  type SentMessage,
  rowTextOf,
  type WrittenRow,
} from './write-record.ts';

interface WriteTarget {
  url: string;
  headers: Record<string, string>;
}

interface Options {
  place: WriteTarget;
  memory: WriteRecord;
  writers: number;
  /** Returns numbers from 0 up to, but not including, 1. */
  random: () => number;
  /** Returns true when no more writes should begin. */
  until: () => boolean;
  /**
   * Whether to continue after a missing response or a 503. If true, a create without a response is sent again with the
   * same `Idempotency-Key`.
   */
  goesOn?: boolean;
}

const rowsEach = 10;
const patienceMs = 100;
const longestMs = 90_000;
const sizes = [40, 90, 160, 700];

/**
 * Writes with several writers until `until` returns true. If `goesOn` is absent, a writer also stops when the server
 * does not respond. `memory` records the outcome of each write.
 */
export async function writeContinuously(options: Options): Promise<void> {
  const files = await Promise.all(sizes.map((width) => picture({ width, height: width, format: 'jpeg' })));
  await Promise.all(Array.from({ length: options.writers }, (_, at) => writeAlone(options, files, at)));
}

async function writeAlone(
  { place, memory, random, until, goesOn = false }: Options,
  files: File[],
  at: number,
) {
  // A writer changes only its own rows, whose content is therefore certain.
  const own = () => memory.records.filter(({ writer }) => writer === at);
  const chance = (share: number) => random() < share;
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)];
  let isAnswered = true;

  /**
   * Returns the body of a successful response, 'refused' for any other response, or undefined if there is no response.
   * If `goesOn` is true, a 503 counts as no response.
   */
  const send = async (
    method: string,
    path: string,
    body: BodyInit | null,
    more: Record<string, string> = {},
  ) => {
    memory.requests += 1;
    const headers = { ...more, ...(typeof body === 'string' && { 'content-type': 'application/json' }) };
    try {
      const signal = AbortSignal.timeout(longestMs);
      const answer = await fetch(place.url + path, { method, body, headers, signal });
      const text = await answer.text();
      if (answer.ok) {
        memory.acknowledged += 1;
        return JSON.parse(text);
      }
      if (goesOn && answer.status === 503) {
        memory.refusals.push({ words: JSON.parse(text).message, at: performance.now() });
        if (!Number(answer.headers.get('retry-after')))
          memory.surprises.push(`${method} ${path}: a 503 without Retry-After`);
        await wait(patienceMs);
        return undefined;
      }
      memory.surprises.push(`${method} ${path}: ${answer.status} ${text}`);
      return 'refused';
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError')
        memory.surprises.push(`${method} ${path} hangs`);
      isAnswered = goesOn;
      return undefined;
    }
  };

  const change = async (
    row: WrittenRow,
    act: WriteAct,
    content: Content | undefined,
    ask: () => Promise<object | 'refused' | undefined>,
  ) => {
    row.pending = { act, content };
    const answer = await ask();
    if (answer === undefined) return;
    delete row.pending;
    if (answer === 'refused') return;
    row.content = content && { ...content, picture: pictureIn(row, answer) };
    row.entries[act] += 1;
    return answer as { id?: number };
  };

  const fieldsOf = (row: WrittenRow, content: Pick<Content, 'name' | 'text'>, file?: File) => {
    const { name, text, picture: field } = recordKinds[row.kind];
    const words = { [name]: content.name, [text]: content.text };
    if (row.kind === 'job') return JSON.stringify({ ...words, ...jobFields });
    return buildFormData({
      ...words,
      ...(row.kind === 'post' ? postFields : memberFields),
      ...(field && file && { [field]: file }),
    });
  };

  const create = async (row: WrittenRow) => {
    const { name, text, pictureNumber } = row.first;
    const body = fieldsOf(row, row.first, files[pictureNumber]);
    const { path } = recordKinds[row.kind];
    const key = { ...place.headers, 'idempotency-key': row.key };
    const ask = () => send('POST', `/api/admin${path}`, body, key);
    const answer = await change(row, 'create', { name, text, picture: undefined }, ask);
    if (answer) row.id = answer.id;
  };

  /**
   * Sends a create again. If the first one was stored, the server must return the first response and store
   * nothing more.
   */
  const repeat = async (row: WrittenRow) => {
    row.shallRepeat = false;
    if (!row.content) return create(row);
    const body = fieldsOf(row, row.first, files[row.first.pictureNumber]);
    const key = { ...place.headers, 'idempotency-key': row.key };
    const answer = await send('POST', `/api/admin${recordKinds[row.kind].path}`, body, key);
    if (answer === undefined || answer === 'refused') return;
    if (answer.id !== row.id) memory.surprises.push(`a repeated create of ${row.id} answers ${answer.id}`);
  };

  const update = (row: WrittenRow, { name, picture: kept }: Content) => {
    const writes = row.entries.update + 2;
    const content = { name, text: rowTextOf(row.key, writes), picture: kept };
    const file = row.kind !== 'job' && chance(0.4) ? pick(files) : undefined;
    const body = fieldsOf(row, content, file);
    if (body instanceof FormData) body.append('_method', 'PUT');
    const path = `/api/admin${recordKinds[row.kind].path}/${row.id}`;
    const ask = () => send(row.kind === 'job' ? 'PUT' : 'POST', path, body, place.headers);
    return change(row, 'update', { ...content, picture: file ? undefined : kept }, ask);
  };

  const remove = (row: WrittenRow) =>
    change(row, 'delete', undefined, () =>
      send('DELETE', `/api/admin${recordKinds[row.kind].path}/${row.id}`, null, place.headers),
    );

  const visit = async () => {
    const part = () => Math.floor(random() * 256);
    const address = `10.${part()}.${part()}.${part()}`;
    const sent: SentMessage = {
      subject: randomUUID(),
      address,
      hasFile: chance(0.4),
      isAcknowledged: false,
      isStored: false,
    };
    memory.messages.push(sent);
    const person = { name: 'A', email: 'a@example.com', message: 'M' };
    const [path, body] = sent.hasFile
      ? ([
          '/api/internships',
          buildFormData({ ...person, field: sent.subject, cv: pdf('cv.pdf', 20_000) }),
        ] as const)
      : (['/api/contact', JSON.stringify({ ...person, subject: sent.subject })] as const);
    const answer = await send('POST', path, body, { 'x-forwarded-for': address });
    sent.isAcknowledged = answer !== undefined && answer !== 'refused';
    // A refused message must not be stored, so the record must not contain it.
    if (answer === 'refused') memory.messages.splice(memory.messages.indexOf(sent), 1);
  };

  while (isAnswered && !until()) {
    const rows = own().filter((row) => !row.pending);
    const alive = rows.filter(({ content }) => content);
    const repeated = rows.find(({ shallRepeat }) => shallRepeat);
    const unanswered = own().find(({ pending }) => pending?.act === 'create');
    const row = pick(alive);
    if (unanswered) await create(unanswered);
    else if (repeated) await repeat(repeated);
    else if (chance(0.15)) await visit();
    else if (!row?.content || (alive.length < rowsEach && chance(0.4))) {
      const kind = pick(['post', 'post', 'member', 'job'] as const) ?? 'post';
      const made = planRow(kind, at, randomUUID(), Math.floor(random() * files.length));
      memory.records.push(made);
      await create(made);
    } else if (alive.length >= rowsEach || chance(0.25)) await remove(row);
    else await update(row, row.content);
  }
}

const postFields = { content: '<p>C</p>', category: 'Technology', is_published: '1', tags: '[]' };
const memberFields = { role: 'HR Officer', section: 'leadership', expertise: '["E"]' };
const jobFields = {
  type: 'Full-time',
  location: 'L',
  department: 'D',
  requirements: ['R'],
  responsibilities: ['R'],
};

function pictureIn({ kind }: WrittenRow, answer: object): string | null {
  const field = recordKinds[kind].picture;
  const row = Object.values(answer).find(
    (value) => typeof value === 'object' && value !== null && 'id' in value,
  );
  return (field && row?.[field]) ?? null;
}
