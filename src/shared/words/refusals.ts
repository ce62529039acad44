/** Why a visitor's form was refused. English pages show the messages of the API instead. */
export interface Refusals {
  required: string;
  tooLong: (max: string) => string;
  oneLine: string;
  /** The text contains characters that cannot be stored or displayed. */
  characters: string;
  email: string;
  /** Any other problem with a field. */
  invalid: string;
  tooManyTries: (seconds: number) => string;
  broken: string;
  foreign: string;
}

export function waitOf(seconds: number): { count: number; isMinutes: boolean } {
  return seconds > 90
    ? { count: Math.ceil(seconds / 60), isMinutes: true }
    : { count: Math.max(1, Math.ceil(seconds)), isMinutes: false };
}
