import type { FastifyInstance } from 'fastify';
import { BadRequest } from '../../shared/errors.ts';

/** The deepest input of the API has 6 levels. The longest, the lists of choices, has a limit of its own. */
const maxLevels = 32;
const usualMembers = 10_000;

const [quote, backslash, comma] = [34, 92, 44];
const [openList, closeList, openObject, closeObject] = [91, 93, 123, 125];

/**
 * Before JSON is parsed, because parsing and validating take time in proportion to members and levels.
 * Ignores its syntax.
 * @throws {BadRequest} when it has too many levels or members
 */
export function expectModestJson(text: string, maxMembers = usualMembers): void {
  let levels = 0;
  let members = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === closeList || code === closeObject) levels -= 1;
    else if (code === comma) members += 1;
    else if (code === openList || code === openObject) {
      levels += 1;
      members += 1;
    }
    if (levels > maxLevels) throw new BadRequest(`The JSON may be at most ${maxLevels} levels deep.`);
    if (members > maxMembers)
      throw new BadRequest(`The JSON may have at most ${maxMembers.toLocaleString('en')} members.`);
  }
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === backslash) before -= 1;
  return (at - before) % 2 === 0;
}

/** Some clients send a `DELETE` with the type of JSON but no body. */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    const text = String(body);
    expectModestJson(text, request.routeOptions.config.body?.(request).members);
    parse(request, text, done);
  });
}
