/** Returns the API token of a log entry in words, such as 'API token 7' for `token:7`, or undefined if the entry has no token. */
export function tokenLabel(via: unknown): string | undefined {
  return typeof via === 'string' ? via.replace(/^token:/, 'API token ') : undefined;
}
