import type { FastifyInstance } from 'fastify';

/**
 * JSON is the one plain body that is taken, and it may be empty: a `DELETE` that names the type and sends nothing is as
 * good as one that sends `{}`.
 */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body as string, done);
  });
}
