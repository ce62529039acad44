import type { FastifyInstance } from 'fastify';
import { expectModestJson } from './json-shape.ts';

/** Some clients send a `DELETE` with a content type but no body. Besides forms, only JSON is accepted. */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    const text = String(body);
    expectModestJson(text);
    parse(request, text, done);
  });
}
