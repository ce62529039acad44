import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** Saves no packet below this. */
const minBytes = 1024;
/** Fast enough while a client waits, and within a few per cent of the best compression. */
const brotliQuality = 5;
/** The binary logarithm of 64 kB. A larger window makes no page within it smaller, but costs more. */
const smallWindow = 16;

const runBrotli = promisify(brotliCompress);
const runGzip = promisify(gzip);

/** The one that the client prefers (RFC 9110, 12.5.3). */
export function chooseEncoding(header: string | undefined): Encoding | undefined {
  const weights = new Map<string, number>();
  for (const entry of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name, weight ? Number(weight.slice(2)) || 0 : 1);
  }
  const weightOf = (name: Encoding) => weights.get(name) ?? weights.get('*') ?? 0;
  const [best] = [...encodings].sort((one, other) => weightOf(other) - weightOf(one));
  return best && weightOf(best) > 0 ? best : undefined;
}

export function compress(body: string | Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return runGzip(body);
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
  if (Buffer.byteLength(body) <= 2 ** smallWindow) params[constants.BROTLI_PARAM_LGWIN] = smallWindow;
  return runBrotli(body, { params });
}

/** Only for public responses: beside text of a stranger, the compressed length can reveal a secret. */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  const vary = reply.getHeader('vary');
  reply.header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding');
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (!encoding || Buffer.byteLength(text) < minBytes) return reply.send(text);
  return reply.header('content-encoding', encoding).send(await compress(text, encoding));
}

/** Only for responses whose texts are all by staff, see {@link sendCompressed}. */
export async function compressResponse(request: FastifyRequest, response: Response): Promise<Response> {
  const { status } = response;
  const text = await response.text();
  const headers = new Headers(response.headers);
  headers.append('vary', 'accept-encoding');
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (!encoding || Buffer.byteLength(text) < minBytes) return new Response(text, { status, headers });
  headers.set('content-encoding', encoding);
  return new Response(new Uint8Array(await compress(text, encoding)), { status, headers });
}
