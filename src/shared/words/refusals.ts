/**
 * The messages that tell visitors why a form was refused. Only pages in languages other than English show
 * these messages. English pages show those of the API.
 */
export interface Refusals {
  required: string;
  tooLong: (max: string) => string;
  oneLine: string;
  /** For a text with characters that cannot be stored or displayed. */
  characters: string;
  email: string;
  /** For any other problem with a field. */
  invalid: string;
  tooManyTries: (seconds: number) => string;
  broken: string;
  foreign: string;
}

export function waitingTimeOf(seconds: number): { count: number; isMinutes: boolean } {
  return seconds > 90
    ? { count: Math.ceil(seconds / 60), isMinutes: true }
    : { count: Math.max(1, Math.ceil(seconds)), isMinutes: false };
}
