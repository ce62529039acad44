import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { availableParallelism, loadavg } from 'node:os';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Payload, toFormText } from './fuzz-requests.ts';
import { type ObjectEntries, FormFile, type fileKinds } from './fuzz-values.ts';
import { picture } from './pictures.ts';

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export type Send = (
  method: string,
  path: string,
  headers: Record<string, string>,
  body: Buffer | undefined,
) => Promise<RawAnswer>;

/** Returns the factor by which a response may be slower on an overloaded machine. */
const strain = () => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());

/**
 * Creates a function that sends requests as they are, even malformed requests. A request fails after
 * `limitMs`, or later on an overloaded machine.
 */
export function createSender(port: number, limitMs: number): { send: Send; close: () => void } {
  const agent = new Agent({ keepAlive: true });
  const send: Send = (method, path, headers, body) =>
    new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(Math.round(limitMs * strain()));
      const outgoing = request(
        {
          agent,
          host: '127.0.0.1',
          port,
          method,
          path,
          signal,
          headers: { ...headers, ...(body && { 'content-length': String(body.length) }) },
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', reject);
          answer.on('end', () => {
            const { statusCode = 0, headers: answered } = answer;
            const text = decoded(Buffer.concat(chunks), answered['content-encoding']).toString();
            resolve({ status: statusCode, headers: answered, body: text });
          });
        },
      );
      outgoing.on('error', (error) => reject(new Error(`no answer: ${error.message}`, { cause: error })));
      outgoing.end(body);
    });
  return { send, close: () => agent.destroy() };
}

/** Returns the uncompressed body. Public responses are compressed for some values of `accept-encoding`. */
function decoded(body: Buffer, encoding: string | undefined): Buffer {
  if (body.length === 0) return body;
  if (encoding === 'gzip') return gunzipSync(body);
  return encoding === 'br' ? brotliDecompressSync(body) : body;
}

export type FuzzFiles = Record<(typeof fileKinds)[number], { name: string; type: string; bytes: Buffer }>;

export async function createFuzzFiles(): Promise<FuzzFiles> {
  const bytesOf = async (file: File) => Buffer.from(await file.arrayBuffer());
  const jpeg = await bytesOf(await picture({ format: 'jpeg' }));
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  return {
    jpeg: { name: 'picture.jpg', type: 'image/jpeg', bytes: jpeg },
    png: { name: '../../x".png', type: 'image/png', bytes: await bytesOf(await picture({ format: 'png' })) },
    pdf: { name: 'cv.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.7\n'.padEnd(500, '.')) },
    text: { name: 'picture.png', type: 'image/png', bytes: Buffer.from('no picture') },
    svg: { name: 'picture.svg', type: 'image/svg+xml', bytes: Buffer.from(svg) },
    cut: { name: 'x'.repeat(300), type: '__proto__', bytes: jpeg.subarray(0, jpeg.length / 2) },
    empty: { name: '', type: 'application/octet-stream', bytes: Buffer.alloc(0) },
    large: {
      name: 'large.jpg',
      type: 'image/jpeg',
      bytes: Buffer.concat([jpeg, Buffer.alloc(10 * 1024 * 1024)]),
    },
  };
}

const boundary = 'atrium-fuzz-boundary';

export function encodePayload(payload: Payload, files: FuzzFiles): { type?: string; bytes?: Buffer } {
  if (payload.kind === 'none') return {};
  if (payload.kind === 'text') return { bytes: Buffer.from(payload.text) };
  const whole = Buffer.concat([...formParts(payload.parts, files), Buffer.from(`--${boundary}--\r\n`)]);
  const bytes = payload.isCut ? whole.subarray(0, whole.length - 30) : whole;
  return { type: `multipart/form-data; boundary=${boundary}`, bytes };
}

function* formParts(parts: ObjectEntries, files: FuzzFiles): Generator<Buffer> {
  for (const [name, value] of parts) {
    const file = value instanceof FormFile ? files[value.kind] : undefined;
    const quoted = (text: string) =>
      text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
    const named = `Content-Disposition: form-data; name="${quoted(name)}"`;
    const head = file ? `${named}; filename="${quoted(file.name)}"\r\nContent-Type: ${file.type}` : named;
    yield Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`);
    yield file ? file.bytes : Buffer.from(toFormText(value));
    yield Buffer.from('\r\n');
  }
}
