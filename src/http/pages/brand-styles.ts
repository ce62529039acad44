import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { BrandLook } from '../../shared/brand/brand-look.ts';
import { makeStylesheet } from '../../shared/brand/stylesheet.ts';
import { recolour } from '../drawings/svg.ts';
import { chooseEncoding, type Encoding, compress } from '../plugins/compression.ts';
import { readDrawings, readHeadingFonts } from './client-assets.ts';

export interface BrandParts {
  clientFolder: string;
  /** Undefined when no stored version of the brand has this hash. */
  findLook(hash: string): Promise<BrandLook | undefined>;
}
type LookRequest = FastifyRequest<{ Params: { hash: string; name: string } }>;

/** Enough for the drawings of several looks, compressed and not. */
const maxBytes = 8 * 1024 * 1024;
const headers = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  vary: 'accept-encoding',
};

/** Only for stored versions of the brand, so that nobody can make the server compute arbitrary looks. */
export async function serveBrandStyles(
  app: FastifyInstance,
  { clientFolder, findLook }: BrandParts,
): Promise<void> {
  const drawings = await readDrawings(clientFolder);
  const fonts = new Map(
    [...(await readHeadingFonts(clientFolder))].map(([name, file]) => [name, `/${file}`] as const),
  );
  // After a change of the brand, many visitors ask for the same files. `fetch` of this cache makes each once.
  const made = new LRUCache<string, Buffer, () => Promise<Buffer | undefined>>({
    maxSize: maxBytes,
    sizeCalculation: (body) => body.length + 1,
    fetchMethod: (_key, _outdated, { context: make }) => make(),
    ignoreFetchAbort: true,
  });

  const send = async (
    request: LookRequest,
    reply: FastifyReply,
    type: string,
    make: (look: BrandLook) => string | Promise<string>,
  ) => {
    const { hash, name } = request.params;
    const coding = chooseEncoding(request.headers['accept-encoding']);
    const key = `${hash} ${name} ${coding}`;
    const body = await made.fetch(key, {
      context: async () => {
        const look = await findLook(hash);
        return look && encoded(await make(look), coding);
      },
    });
    if (!body) return reply.callNotFound();
    if (coding) reply.header('content-encoding', coding);
    return reply.headers(headers).type(type).send(body);
  };

  app.get('/brand/:hash/site.css', (request: LookRequest, reply) =>
    send(request, reply, 'text/css; charset=utf-8', (look) => makeStylesheet(look, fonts)),
  );
  app.get('/brand/:hash/:name.svg', (request: LookRequest, reply) => {
    const file = drawings.get(request.params.name);
    if (!file) return reply.callNotFound();
    return send(request, reply, 'image/svg+xml', async (look) =>
      recolour(await readFile(join(clientFolder, file), 'utf8'), look),
    );
  });
}

function encoded(text: string, coding: Encoding | undefined): Promise<Buffer> | Buffer {
  return coding ? compress(text, coding) : Buffer.from(text);
}

/** Must follow the tags of the built styles. Empty without a hash. */
export function stylesheetTag(hash: string | undefined, nonce?: string): string {
  if (!hash) return '';
  return `<link rel="stylesheet" href="/brand/${hash}/site.css"${nonce ? ` nonce="${nonce}"` : ''}>`;
}
