/**
 * Returns the label of the API token in a log entry, such as 'API token 7' for `token:7`. Returns undefined
 * if no API token was used.
 */
export function apiTokenLabel(via: unknown): string | undefined {
  return typeof via === 'string' ? via.replace(/^token:/, 'API token ') : undefined;
}
