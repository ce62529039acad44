import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import BetterSqlite3 from 'better-sqlite3';

// This process runs a plain `node:http` server that does one thing in the most direct way. The measurements
// compare Atrium with it.

/**
 * The work of the plain server: it sends fixed bytes, stores the rows that Atrium stores, or verifies a
 * password.
 */
export type BareServerTask =
  | { kind: 'answer'; status: number; headers: Record<string, string>; body: string }
  | { kind: 'store'; file: string; rows: { table: string; row: Record<string, string | number | null> }[] }
  | { kind: 'verify'; hash: string; password: string };

process.once('message', async (work: BareServerTask) => {
  const server = createServer(await listenerFor(work));
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});

async function listenerFor(work: BareServerTask): Promise<RequestListener> {
  if (work.kind === 'answer') return answerer(work);
  return work.kind === 'store' ? storer(work) : verifier(work);
}

function answerer({ status, headers, body }: BareServerTask & { kind: 'answer' }): RequestListener {
  const bytes = status === 304 ? undefined : Buffer.from(body, 'base64');
  return (_request, response) => {
    response.writeHead(status, headers).end(bytes);
  };
}

function storer({ file, rows }: BareServerTask & { kind: 'store' }): RequestListener {
  const database = new BetterSqlite3(file);
  for (const pragma of ['journal_mode = wal', 'synchronous = full']) database.pragma(pragma);
  const inserts = rows.map(({ table, row }) => {
    const names = Object.keys(row);
    const text = `insert into ${table} (${names}) values (${names.map(() => '?')}) returning id`;
    return { statement: database.prepare(text), values: Object.values(row) };
  });
  const store = database.transaction(() => inserts.map(({ statement, values }) => statement.get(values)));
  return (request, response) => {
    request.on('data', () => {});
    request.on('end', () => {
      const body = JSON.stringify(store());
      response
        .writeHead(201, { 'content-type': 'application/json', 'content-length': body.length })
        .end(body);
    });
  };
}

async function verifier({ hash, password }: BareServerTask & { kind: 'verify' }): Promise<RequestListener> {
  const { verify } = await import('@node-rs/argon2');
  return async (request, response) => {
    request.resume();
    const body = JSON.stringify({ isRight: await verify(hash, password) });
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
  };
}
