import { BadRequest, TooLarge } from '../../shared/errors.ts';

export function tooMuchText(field: string, limit: number): TooLarge {
  const size = limit < 1024 * 1024 ? `${limit / 1024} kB` : `${limit / 1024 / 1024} MB`;
  const message = `The text of this form may have at most ${size}.`;
  return new TooLarge(message, { errors: { [field]: [message] } });
}

export function tooLarge(field: string, limit: number): TooLarge {
  const message = `The file may have at most ${limit / 1024 / 1024} MB.`;
  return new TooLarge(message, { errors: { [field]: [message] } });
}

export function tooManyParts(): TooLarge {
  return new TooLarge('The form has too many or too large parts.');
}

/**
 * Translates errors of the multipart parser, whose codes begin with `FST_`, into `TooLarge` or `BadRequest`.
 * Returns any other error unchanged.
 */
export function explainParserError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/_LIMIT$/.test(code)) return tooManyParts();
  const isBroken =
    code.startsWith('FST_') || /multipart|Unexpected end|Malformed|aborted|premature/i.test(String(error));
  return isBroken ? new BadRequest('The form is broken or incomplete.') : error;
}
